import { expect, test } from 'vitest';
import { draftFor } from '../../../testing/draft-for.ts';
import { withFields } from './draft-columns.ts';
import type { Draft } from './draft.ts';
import { rowsOf } from './mapped-rows.ts';

const draft = draftFor({ columns: { 'E-Mail': 'email' }, join: { name: ['First', 'Last'] } });

/** What each row has, in short. */
const shown = (of: Draft, header: readonly string[], named?: (name: string) => string | undefined) =>
  rowsOf(of, header, named).map(({ columns, field }) => [columns.join(' + '), field]);

test('joined columns are one row where the first of them is, and a split one has a row for each field', () => {
  const split = withFields(draft, 'Contact', ['cellPhone', 'email']);
  expect(shown(split, ['Last', 'Contact', 'First', 'Note'], (name) => name.toLowerCase())).toEqual([
    ['First + Last', 'name'],
    ['Contact', 'cellPhone'],
    ['Contact', 'email'],
    ['Note', 'note'],
  ]);
});

test('a column of which the draft says nothing is not decided, unless unknown columns are left out', () => {
  const undecided = (of: Draft) => rowsOf(of, ['Fax', 'First']).map(({ isUndecided = false }) => isUndecided);
  expect(undecided(draft)).toEqual([true, false]);
  expect(undecided(withFields(draft, 'Fax', []))).toEqual([false, false]);
  expect(undecided({ ...draft, unknownColumns: 'ignore' })).toEqual([false, false]);
});

test('a profile can name neither a column without a name nor one of two that are called the same', () => {
  const header = ['Fax', 'fax', '', '#', 'Last'];
  expect(rowsOf(draft, header).map(({ isNamed }) => isNamed)).toEqual([false, false, false, false, true]);
  expect(rowsOf(draft, ['First', 'first']).map(({ isNamed }) => isNamed)).toEqual([false]);
});

test('a row of the mapping says which of several records it is of, also where they share a column', () => {
  const records = [
    { join: { name: ['First 1', 'Last'] }, columns: { 'E-mail 1': 'email' } },
    { join: { name: ['First 2', 'Last'] }, columns: { 'E-mail 2': ['email', 'username'] } },
  ];
  const several = draftFor({ columns: { Phone: 'homePhone' }, records });
  const header = ['First 1', 'E-mail 1', 'Last', 'First 2', 'E-mail 2', 'Phone', 'Note'];
  const rows = rowsOf(several, header);
  expect(rows.map(({ columns, field, record }) => [columns.join(' + '), field, record])).toEqual([
    ['First 1 + Last', 'name', 1],
    ['E-mail 1', 'email', 1],
    ['First 2 + Last', 'name', 2],
    ['E-mail 2', 'email', 2],
    ['E-mail 2', 'username', 2],
    ['Phone', 'homePhone', undefined],
    ['Note', undefined, undefined],
  ]);
  expect(rows.filter(({ isUndecided }) => isUndecided).map(({ at }) => at)).toEqual([6]);
});
