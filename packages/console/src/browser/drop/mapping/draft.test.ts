import { expect, test } from 'vitest';
import {
  draftOf,
  entryOf,
  statedFor,
  stepLines,
  stepsIn,
  textOf,
  valueOf,
  withEntry,
  withField,
} from './draft.ts';

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

test('a column gets a field or is left out, by its name in any writing', () => {
  expect([statedFor(draft, 'e mail'), statedFor(draft, 'Last'), statedFor(draft, 'Fax')]).toEqual([
    'email',
    'name',
    undefined,
  ]);
  const ignored = withField(draft, 'E mail', undefined);
  expect([statedFor(ignored, 'E-Mail'), ignored.columns]).toEqual(['', {}]);
  expect(statedFor(withField(ignored, 'E-Mail', 'email'), 'E-Mail')).toBe('email');
});

test('a join that loses a column is no join any more', () => {
  const { columns, join } = withField(draft, 'Last', undefined);
  expect([columns, join]).toEqual([{ 'E-Mail': 'email', First: 'name' }, {}]);
});

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
