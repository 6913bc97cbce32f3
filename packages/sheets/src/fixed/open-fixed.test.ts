import { describe, expect, test } from 'vitest';
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
  expect(facts.notes).toEqual([expect.stringContaining('places')]);
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
      'Row 1: The header goes on after character 11, where the last column ends: "Town". Add its place to the profile.',
  });
});

test('widths that cut words or numbers are named with a row, without the text', async () => {
  const { facts } = await read('No   Name\n12345Ann\n1234567Bob\n1234-Eve\n', { widths: [3, 4, 9] });
  expect(facts.notes.slice(1)).toEqual([
    'The end of column 1 cuts a word or a number in 3 of 4 rows, first in row 2.',
    'The end of column 2 cuts a word or a number in 3 of 4 rows, first in row 1.',
  ]);
});

describe('columns with a start', () => {
  const positions = [
    { start: 1, length: 4 },
    { start: 7, end: 9 },
    { start: 10, length: 6 },
  ];
  const text = 'Name  No Town\nZoë x 12 Köln\n😀li     7Bonn\n';

  test('may have anything between them, which is named with a row, and not shown', async () => {
    const { facts, rows } = await read(text, { positions });
    expect(facts.header).toEqual(['Name', 'No', 'Town']);
    expect(rows).toEqual([
      [2, 'Zoë', '12', 'Köln'],
      [3, '😀li', '7', 'Bonn'],
    ]);
    expect(facts.notes.slice(1)).toEqual([
      'No column has the characters 5 to 6. There is text in 1 of 3 rows, first in row 2.',
    ]);
  });

  test('and a name stand for a header, and a first row of just these names is one', async () => {
    const named = positions.map((position, at) => ({ ...position, name: ['Name', 'No', 'Town'][at] }));
    const [first = '', ...others] = text.split('\n');
    const expected = [
      ['Zoë', '12', 'Köln'],
      ['😀li', '7', 'Bonn'],
    ];
    const without = await read(others.join('\n'), { positions: named });
    expect([without.facts.headerRow, without.facts.header]).toEqual([0, ['Name', 'No', 'Town']]);
    expect(without.rows.map(([, ...cells]) => cells)).toEqual(expected);
    const withHeader = await read(`${first}\n${others.join('\n')}`, { positions: named });
    expect(withHeader.facts.headerRow).toBe(1);
    expect(withHeader.rows.map(([, ...cells]) => cells)).toEqual(expected);
  });

  test('that begin within a word are named', async () => {
    const { facts } = await read('Name  No\nAnnabel7\n', {
      positions: [
        { start: 1, end: 4 },
        { start: 7, length: 2 },
      ],
    });
    expect(facts.notes.slice(1)).toEqual([
      'The end of column 1 cuts a word or a number in 1 of 2 rows, first in row 2.',
      'The start of column 2 cuts a word or a number in 1 of 2 rows, first in row 2.',
      'No column has the characters 5 to 6. There is text in 1 of 2 rows, first in row 2.',
    ]);
  });
});
