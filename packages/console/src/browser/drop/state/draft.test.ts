import { expect, test } from 'vitest';
import { draftOf, entryOf, stepLines, stepsIn, textOf, valueOf, withEntry } from './draft.ts';

const draft = draftOf(
  JSON.stringify({
    schema: 'client',
    lookup: 'email',
    columns: { 'E-Mail': 'email' },
    join: { name: ['First', 'Last'] },
    reading: { headerRow: 3 },
  }),
);
if (draft === undefined) throw new Error('no draft');

test('what the page does not know stays, and parts that say nothing are left out', () => {
  expect(JSON.parse(textOf(draft))).toEqual({
    schema: 'client',
    lookup: 'email',
    columns: { 'E-Mail': 'email' },
    join: { name: ['First', 'Last'] },
    reading: { headerRow: 3 },
  });
  expect(draftOf('[]')).toBeUndefined();
});

test('steps and other entries are set by field, and removed again', () => {
  const steps = stepsIn('trim\n\n{ "before": "(" }');
  expect(steps).toEqual(['trim', { before: '(' }]);
  expect(stepLines(steps)).toBe('trim\n{"before":"("}');
  const names = ['email', 'E-Mail'];
  const set = withEntry(draft, 'transforms', { names, value: steps });
  expect(entryOf(set, 'transforms', 'Email')).toEqual(steps);
  expect(withEntry(set, 'transforms', { names, value: undefined }).transforms).toEqual({});
  expect([valueOf('5'), valueOf('true'), valueOf('5 %')]).toEqual([5, true, '5 %']);
});

test('an entry of a field comes before one of a column that is called like another field', () => {
  const both = draftOf('{"transforms":{"name":["title"],"email":["lower"]}}');
  expect(both && entryOf(both, 'transforms', 'email', 'Name')).toEqual(['lower']);
});
