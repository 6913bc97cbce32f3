import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBlankRow } from '../../table/blank-row.ts';
import { sheetLimits } from '../../model/limits.ts';
import { read } from '../../testing/sheets.ts';
import { createXlsxWriter, type XlsxHead } from './xlsx-writer.ts';

function workbookOf(
  head: XlsxHead,
  ...chunks: readonly (readonly (readonly [number, ...string[]])[])[]
): Buffer {
  const writer = createXlsxWriter(head);
  const pieces = chunks.map((rows) => writer.write(rows.map(([number, ...cells]) => ({ number, cells }))));
  return Buffer.concat([...pieces, writer.end()]);
}

const sign = fc.constantFrom(
  ...['x000D_', ']]>', ...`a07=+@'"<&> \t\n\r_é😀\u0001\u001f\u0085\u2028\ufeff\ufffe\uffff`],
);
const cell = fc.oneof(
  fc.string({ unit: sign, maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.constantFrom('', '007', '=1+1', '1e5', 'TRUE', '2024-01-05', '#N/A', '_x0041_', '_x005F_x0041_'),
);
const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    header: fc.constant(['Name', 'E-mail', '=Note', 'Größe & <co>'].slice(0, width)),
    headerRow: fc.integer({ min: 1, max: 5 }),
    rows: fc.array(
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.array(cell, { minLength: width, maxLength: width })),
      {
        maxLength: 8,
      },
    ),
    cut: fc.integer({ min: 0, max: 8 }),
  }),
);

test('every cell and row number is read back', async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ header, headerRow, rows, cut }) => {
      let number = headerRow;
      const placed = rows.map(([step, cells]): [number, ...string[]] => [(number += step), ...cells]);
      const bytes = workbookOf({ header, headerRow }, placed.slice(0, cut), placed.slice(cut));
      const lastRow = sheetLimits.rows;
      const { facts, rows: found, error } = await read(bytes, { headerRow, lastRow, totals: 'keep' });
      expect(error).toBeUndefined();
      expect(facts).toMatchObject({ format: 'xlsx', header, headerRow, notes: [] });
      const skipped = new Set(facts.skipped.map(({ row }) => row));
      expect(found).toEqual(placed.filter(([row, ...cells]) => !isBlankRow(cells) && !skipped.has(row)));
    }),
    { numRuns: 400 },
  );
});

test('the same rows give the same bytes, and many rows give several pieces', async () => {
  const writer = createXlsxWriter({ header: ['Name'] });
  const row = (number: number) => ({ number, cells: [`Somebody with a long name, number ${number}`] });
  const pieces = [writer.write([])];
  for (let from = 2; from < 20_002; from += 1000)
    pieces.push(writer.write(Array.from({ length: 1000 }, (_, at) => row(from + at))));
  pieces.push(writer.end());
  expect(pieces.filter(({ length }) => length > 0).length).toBeGreaterThan(5);
  const { rows } = await read(Buffer.concat(pieces));
  expect(rows).toHaveLength(20_000);
  expect(rows.at(-1)).toEqual([20_001, 'Somebody with a long name, number 20001']);
  expect(workbookOf({ header: ['A'] }, [[2, 'x']])).toEqual(workbookOf({ header: ['A'] }, [[2, 'x']]));
});

test('no cell is a formula, and every cell and column is text', () => {
  const bytes = workbookOf({ header: ['=1'] }, [[2, '=HYPERLINK("http://x")']]);
  expect(bytes.toString('latin1')).not.toContain('<f>');
});

test('a cell and a name of a sheet that are too long for Excel are cut', async () => {
  const bytes = workbookOf({ header: ['A'], sheetName: `'A/B: ${'x'.repeat(40)}` }, [
    [2, 'x'.repeat(40_000)],
  ]);
  const { facts, rows } = await read(bytes);
  expect(facts.sheetName).toHaveLength(31);
  expect(facts.sheetName).toMatch(/^ A B  x+$/u);
  expect(rows[0]?.[1]).toBe(`${'x'.repeat(32_766)}…`);
});

test('rows that are not in order, and more columns than Excel has, are refused', () => {
  expect(() => workbookOf({ header: ['A'] }, [[1, 'x']])).toThrow('Row 1 cannot be below row 1');
  const wide = Array.from({ length: 16_385 }, () => 'x');
  expect(() => workbookOf({ header: ['A'] }, [[2, ...wide]])).toThrow('a workbook has 16384 columns');
});

test('a workbook has several sheets, each read by its name, and must begin all that it names', async () => {
  const writer = createXlsxWriter({ header: ['Name'], sheetName: 'Roles', moreSheets: ['R&D', 'Last'] });
  const row = (text: string) => writer.write([{ number: 2, cells: [text] }]);
  const pieces = [row('Nurse'), writer.nextSheet(['Code']), row('007')];
  expect(() => writer.end()).toThrow('Sheet 3 of the workbook was not begun');
  const bytes = Buffer.concat([...pieces, writer.nextSheet(['Only']), row('1'), writer.end()]);
  expect(() => writer.nextSheet(['One more'])).toThrow('no more');
  for (const [sheet, header, cell] of [
    ['Roles', 'Name', 'Nurse'],
    ['R&D', 'Code', '007'],
    ['Last', 'Only', '1'],
  ]) {
    const { facts, rows } = await read(bytes, { sheetName: sheet });
    expect(facts).toMatchObject({ header: [header], sheetName: sheet });
    expect(rows).toEqual([[2, cell]]);
  }
});
