import { expect, test } from 'vitest';
import { editedRow } from '../worker/edits.ts';
import { correctionText, editsOf, withoutCorrection, type Correction } from './state/corrections.ts';
import { correctedName, folderOf, folderValue, inboxKey, profileNameOf } from './state/folder.ts';

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

test('a text stays with its cell when another is put in or out, and goes with the shift that is taken back', () => {
  const row = { number: 7, cells: ['Ann', '0151', 'no'] };
  const shift = (column: number, by: 1 | -1): Correction => ({ kind: 'shift', row: 7, column, by });
  const cell = (column: number, to: string): Correction => ({ kind: 'cell', row: 7, column, from: '', to });
  const result = (...all: Correction[]) => editedRow(row, editsOf(all)).cells;
  expect(result(shift(1, 1))).toEqual(['Ann', '', '0151', 'no']);
  const corrections = [cell(1, '0152'), shift(1, 1), cell(1, 'ann@example.com'), cell(3, 'yes')];
  expect(result(...corrections)).toEqual(['Ann', 'ann@example.com', '0152', 'yes']);
  expect(result(...corrections, shift(0, 1))).toEqual(['', 'Ann', 'ann@example.com', '0152', 'yes']);
  expect(withoutCorrection(corrections, 1)).toEqual([cell(1, '0152')]);
  expect(withoutCorrection(corrections, 0)).toEqual(corrections.slice(1));
  expect(result(shift(1, 1), shift(1, -1))).toEqual(row.cells);
  expect(result(shift(2, 1), cell(2, 'x'), cell(2, ''), shift(2, -1))).toEqual(row.cells);
  const rule = { kind: 'value', column: 2, from: '0151', to: '151' } as const;
  expect(result({ kind: 'group', rule }, shift(1, 1))).toEqual(['Ann', '', '151', 'no']);
  expect(correctionText(shift(1, 1), ['Name', 'E-mail'])).toBe('Row 7: a blank cell is put in at E-mail');
  expect(correctionText(shift(1, -1), ['Name'])).toBe('Row 7: the blank cell at column 2 is taken out');
});

test('of one cell the last correction counts', () => {
  const cell = (to: string): Correction => ({ kind: 'cell', row: 3, column: 1, from: 'x', to });
  const rule = { kind: 'dates', column: 2, order: 'dmy' } as const;
  const { cells, rules } = editsOf([cell('a'), { kind: 'group', rule }, cell('b')]);
  expect(cells.get(3)?.get(1)).toBe('b');
  expect(rules).toEqual([rule]);
  expect(correctionText(cell('b'), ['Name', 'E-mail'])).toBe('Row 3, E-mail: “x” is now “b”');
});
