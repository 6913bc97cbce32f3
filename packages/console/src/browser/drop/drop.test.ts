import { expect, test } from 'vitest';
import { correctionText, editsOf, type Correction } from './corrections.ts';
import { correctedName, folderOf, folderValue, inboxKey, profileNameOf } from './folder.ts';

test('a folder is the same when it was chosen in a list', () => {
  for (const folder of [
    { kind: 'direct', schema: 'client', lookup: 'email' },
    { kind: 'profile', name: 'new-clients' },
  ] as const)
    expect(folderOf(folderValue(folder))).toEqual(folder);
  expect(folderOf('')).toBeUndefined();
});

test('a key has the name of the file without what no key can have', () => {
  const folder = { kind: 'direct', schema: 'client', lookup: 'email' } as const;
  expect(inboxKey(folder, 'new clients.csv')).toBe('inbox/client/email/new clients.csv');
  expect(inboxKey({ kind: 'profile', name: 'p' }, '../a\\b\n.csv')).toBe('inbox/p/.. a b .csv');
  expect(inboxKey(folder, '..')).toBe('inbox/client/email/sheet.csv');
});

test('a corrected file is CSV by its name, too', () => {
  expect(['a.xlsx', 'a.csv.gz', 'a.tsv', 'a'].map(correctedName)).toEqual([
    'a.csv',
    'a.csv',
    'a.tsv',
    'a.csv',
  ]);
});

test('a new profile is named after the file', () => {
  expect(profileNameOf('Neue Kunden (März).csv.gz')).toBe('neue-kunden-marz');
  expect(profileNameOf('李.csv')).toBe('sheet');
});

test('of one cell the last correction counts', () => {
  const cell = (to: string): Correction => ({ kind: 'cell', row: 3, column: 1, from: 'x', to });
  const rule = { kind: 'dates', column: 2, order: 'dmy' } as const;
  const { cells, rules } = editsOf([cell('a'), { kind: 'group', rule }, cell('b')]);
  expect(cells.get(3)?.get(1)).toBe('b');
  expect(rules).toEqual([rule]);
  expect(correctionText(cell('b'), ['Name', 'E-mail'])).toBe('Row 3, E-mail: “x” is now “b”');
});
