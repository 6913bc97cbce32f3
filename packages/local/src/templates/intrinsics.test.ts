import { expect, test } from 'vitest';
import { resolve, type Scope } from './intrinsics.ts';

const scope: Scope = {
  place: 'Stack/Thing',
  ref: (name) => ({ 'AWS::Region': 'us-east-1', Bucket: 'drops', List: ['a', 'b'] })[name],
  getAtt: (logicalId, attribute) => `${logicalId}.${attribute}`,
  importValue: (name) => `imported ${String(name)}`,
};

test.each([
  ['a Ref', { Ref: 'Bucket' }, 'drops'],
  ['a Ref inside of objects and lists', { a: [{ Ref: 'Bucket' }] }, { a: ['drops'] }],
  ['GetAtt as a list', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'Queue.Arn'],
  ['GetAtt as a text', { 'Fn::GetAtt': 'Queue.Arn' }, 'Queue.Arn'],
  ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'Bucket' }, 1]] }, 'a-drops-1'],
  ['Join of a Ref that is a list', { 'Fn::Join': [',', { Ref: 'List' }] }, 'a,b'],
  ['Sub', { 'Fn::Sub': '${Bucket}-${Queue.Arn}-${!Kept}' }, 'drops-Queue.Arn-${Kept}'],
  [
    'Sub with variables',
    { 'Fn::Sub': ['${One}/${Bucket}', { One: { Ref: 'AWS::Region' } }] },
    'us-east-1/drops',
  ],
  ['Select of Split', { 'Fn::Select': [1, { 'Fn::Split': ['.', 'a.b.c'] }] }, 'b'],
  ['ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': '${Bucket}:x' } }, 'imported drops:x'],
  ['a property that is to be absent', { a: 1, b: { Ref: 'AWS::NoValue' } }, { a: 1 }],
  [
    'the condition of a policy statement',
    { Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    { Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
  ],
])('%s is resolved', (_, value, expected) => {
  expect(resolve(value, scope)).toEqual(expected);
});

test('a function that is not known is refused with its place', () => {
  expect(() => resolve({ 'Fn::If': [] }, scope)).toThrow('Stack/Thing: Fn::If is not understood here');
});
