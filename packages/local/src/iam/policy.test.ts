import { expect, test } from 'vitest';
import { allowing, policySchema, type Access } from './policy.ts';

const files = 'arn:aws:s3:::files';
const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/t';
const keys = (condition: string, ...patterns: string[]) => ({
  [condition]: { 'dynamodb:LeadingKeys': patterns },
});
const statement = (Action: unknown, Resource: unknown, Condition?: object, Effect = 'Allow') => ({
  ...{ Effect, Action, Resource },
  ...(Condition && { Condition }),
});
const isAllowed = (statements: object[], access: Access) =>
  allowing(policySchema.parse({ Version: '2012-10-17', Statement: statements }), access).length > 0;

const read = statement('s3:GetObject', [`${files}/runs/*/results/*`, `${files}/a?c`]);
const put = (...patterns: string[]) =>
  statement('dynamodb:PutItem', table, keys('ForAllValues:StringLike', ...patterns));
const from = statement('ses:SendEmail', '*', { StringEquals: { 'ses:FromAddress': 'a@x.org' } });

test.each<[string, object[], string, string, Record<string, string[]>, boolean]>([
  ['the resource of a pattern', [read], 's3:GetObject', `${files}/runs/1/results/a.csv`, {}, true],
  ['a key with a line break', [read], 's3:GetObject', `${files}/runs/1/results/a\n.csv`, {}, true],
  ['one character for a question mark', [read], 's3:GetObject', `${files}/abc`, {}, true],
  ['a resource beside the pattern', [read], 's3:GetObject', `${files}/runs/1/batches/a`, {}, false],
  ['a longer name of a bucket', [read], 's3:GetObject', `${files}x/abc`, {}, false],
  ['another action', [read], 's3:GetObjectVersion', `${files}/abc`, {}, false],
  ['an action in other letters', [read], 'S3:getobject', `${files}/abc`, {}, true],
  ['a wildcard of actions', [statement('s3:Get*', '*')], 's3:GetObjectAcl', files, {}, true],
  ['no statement', [], 's3:GetObject', `${files}/abc`, {}, false],
  [
    'a denial beside it',
    [read, statement('s3:*', '*', undefined, 'Deny')],
    's3:GetObject',
    `${files}/abc`,
    {},
    false,
  ],
  [
    'all values of a key',
    [put('a#*', 'b')],
    'dynamodb:PutItem',
    table,
    { 'dynamodb:LeadingKeys': ['a#1', 'b'] },
    true,
  ],
  [
    'one value too many',
    [put('a#*')],
    'dynamodb:PutItem',
    table,
    { 'dynamodb:LeadingKeys': ['a#1', 'b'] },
    false,
  ],
  [
    'values that only two statements cover',
    [put('a#*'), put('b')],
    'dynamodb:PutItem',
    table,
    { 'dynamodb:LeadingKeys': ['a#1', 'b'] },
    false,
  ],
  ['no values, for all values', [put('a#*')], 'dynamodb:PutItem', table, {}, true],
  ['an equal value', [from], 'ses:SendEmail', 'x', { 'ses:FromAddress': ['a@x.org'] }, true],
  ['another value', [from], 'ses:SendEmail', 'x', { 'ses:FromAddress': ['b@x.org'] }, false],
  ['no value', [from], 'ses:SendEmail', 'x', {}, false],
])('%s is decided as AWS does', (_, statements, action, resource, context, expected) => {
  expect(isAllowed(statements, { action, resource, context })).toBe(expected);
});

test.each([
  ['a condition operator', statement('a:B', '*', { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } })],
  ['an element', { ...statement('a:B', '*'), NotAction: 'a:C' }],
  ['a variable', statement('a:B', 'arn:aws:s3:::b/${aws:username}')],
])('%s that is not known is an error', (_, one) => {
  expect(policySchema.safeParse({ Statement: [one] }).success).toBe(false);
});
