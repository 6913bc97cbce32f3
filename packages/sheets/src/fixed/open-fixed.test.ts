import { expect, test } from 'vitest';
import { failureOf, read, readAll } from '../testing/sheets.ts';

const widths = [6, 4, 8];
const lines = ['Name  Size Town   ', 'Zoë     12Köln', '', '李😀       7Bonn    ', 'Ann      1Paris   more'];
const expected = [
  [2, 'Zoë', '12', 'Köln'],
  [4, '李😀', '7', 'Bonn'],
  [5, 'Ann', '1', 'Paris', 'more'],
];

test.each([
  ['UTF-8', Buffer.from(lines.join('\n'))],
  ['UTF-8 with other line ends', Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)],
  ['UTF-16', Buffer.from(`\ufeff${lines.join('\n')}`, 'utf16le')],
])('lines in %s are cut at stated widths, in characters, in any chunks', async (_, bytes) => {
  const { facts, rows } = await read(bytes, { widths });
  expect(rows).toEqual(expected);
  expect(facts).toMatchObject({ format: 'csv', headerRow: 1, header: ['Name', 'Size', 'Town'] });
  expect(facts.notes).toEqual([expect.stringContaining('widths')]);
  expect(
    (
      await readAll(
        [...bytes].map((byte) => Buffer.from([byte])),
        { widths },
      )
    ).rows,
  ).toEqual(rows);
});

test('stated names stand for a header', async () => {
  const columns = ['a', 'b', 'c'];
  const { facts, rows } = await read('Ann   1   Bonn\n', { widths, columns });
  expect([facts.headerRow, facts.header, rows]).toEqual([0, columns, [[1, 'Ann', '1', 'Bonn']]]);
});

test('a first line of CSV in quotes, as in a result sheet, is read as CSV', async () => {
  const { rows } = await read('"a","b","c","Status"\r\n"1","2","3","created"\r\n', { widths });
  expect(rows).toEqual([[2, '1', '2', '3', 'created']]);
});

test('the limits of rows and cells hold', async () => {
  const long = { widths: [200_000], headerRow: 1 };
  expect(await failureOf(`a\n${'x'.repeat(150_000)}\n`, long)).toMatchObject({
    code: 'cell_too_long',
    row: 2,
  });
});

test('a header that is longer than the widths is refused', async () => {
  expect(await failureOf('Name  Size Town\nAnn   1    Bonn\n', { widths: [6, 5] })).toMatchObject({
    code: 'header_beyond_widths',
    message:
      'Row 1: The header goes on after character 11, where the last column ends: "Town". Add its width to the profile.',
  });
});

test('widths that cut words or numbers are named with a row, without the text', async () => {
  const { facts } = await read('No   Name\n12345Ann\n1234567Bob\n1234-Eve\n', { widths: [3, 4, 9] });
  expect(facts.notes.slice(1)).toEqual([
    'Width 1 cuts a word or a number in 3 of 4 rows, first in row 2.',
    'Width 2 cuts a word or a number in 3 of 4 rows, first in row 1.',
  ]);
});
