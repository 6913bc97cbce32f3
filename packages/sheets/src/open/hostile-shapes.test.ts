import { describe, expect, test } from 'vitest';
import { openSheet } from './open-sheet.ts';
import { failureOf, read, sourceOf } from '../testing/sheets.ts';
import { oneSheet, row, text } from '../testing/workbook.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe.each([
  [
    'a workbook',
    oneSheet(
      row(1, text('A1', 'a'), text('XFD1', 'b')) +
        numbers(3000)
          .map((n) => row(n + 1, text(`A${n + 1}`, 'x')))
          .join(''),
    ),
    { width: 16_384, refused: 63 },
  ],
  [
    'JSON lines',
    `${JSON.stringify(Object.fromEntries(numbers(5000).map((n) => [`k${n}`, n])))}\n${'{"k1":1}\n'.repeat(3000)}`,
    { width: 5000, refused: 202 },
  ],
])('short rows below one wide row, in %s,', (_format, file, { width, refused }) => {
  test('are returned in small chunks, since each row becomes as wide', async () => {
    let rows = 0;
    for await (const chunk of (await openSheet(sourceOf(file))).rows) {
      rows += chunk.length;
      expect(chunk.length * width).toBeLessThan(32_768 + width);
    }
    expect(rows).toBeGreaterThanOrEqual(3000);
  });

  test('are refused with the row and the limit if that takes too many blank cells', async () => {
    const error = await failureOf(file, { limits: { blankCells: 1_000_000 } });
    expect(error).toMatchObject({ code: 'too_many_blanks', row: refused });
    expect(error.message).toContain('More than 1,000,000 cells of the table are blank');
  });
});

test('wide rows that papaparse cannot read are read in linear time', async () => {
  const wide = `"a", "x"${`,${'y'.repeat(50)}`.repeat(16_000)}\n`;
  const begun = performance.now();
  const { facts, rows } = await read(`"a", "b"\n${'"1", "2"\n'.repeat(8000)}${wide.repeat(20)}`);
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(facts.notes).toEqual(['Spaces before opening quotes were taken for layout.']);
  expect(rows).toHaveLength(8020);
});

test('rows that may be notes, with blank rows between, are read in linear time', async () => {
  const begun = performance.now();
  const reading = read(`a,b,c\n${'\nsum\n1,2,3\n'.repeat(100_000)}`, { limits: { blockBytes: 1024 ** 2 } });
  await expect(reading).rejects.toThrow('This row and others have one cell');
  const { rows } = await read(`a,b,c\n${'\nsum\n1,2,3\n'.repeat(100_000)}`, {
    limits: { blockBytes: 1024 ** 2 },
    lastRow: 400_000,
  });
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(rows).toHaveLength(200_000);
});
