import { describe, expect, test } from 'vitest';
import { names, number, oneSheet, row, text, workbook } from '../testing/workbook.ts';
import type { SheetError } from '../model/sheet-error.ts';
import { read } from '../testing/sheets.ts';

async function readEveryRow(bytes: Buffer) {
  const problems: SheetError[] = [];
  const { facts, rows, error } = await read(bytes, { onProblem: (problem) => problems.push(problem) });
  expect(error).toBeUndefined();
  return { facts, rows, problems };
}

describe('when problems can be reported', () => {
  test('every row is read: title, header, blank rows, totals', async () => {
    const bytes = oneSheet(
      row(2, text('A2', 'Clients')) +
        names(3, 'Name', 'Town', 'Sum') +
        [5, 6]
          .map((at) => row(at, text(`A${at}`, 'Ann'), text(`B${at}`, 'X'), number(`C${at}`, at)))
          .join('') +
        row(8, text('A8', 'Total'), number('C8', 11)),
    );
    const { facts, rows, problems } = await readEveryRow(bytes);
    expect(rows).toEqual([
      [1, '', '', ''],
      [2, 'Clients', '', ''],
      [3, 'Name', 'Town', 'Sum'],
      [4, '', '', ''],
      [5, 'Ann', 'X', '5'],
      [6, 'Ann', 'X', '6'],
      [7, '', '', ''],
      [8, 'Total', '', '11'],
    ]);
    expect(facts).toMatchObject({ headerRow: 3, skipped: [] });
    expect(problems).toEqual([]);
  });

  test('a cell that cannot be read is reported once, and blank', async () => {
    const rows =
      names(1, 'A', 'B') + row(2, '<c r="A2"><f>B2</f></c>', number('B2', 'x')) + row(3, number('A3', 1));
    const { rows: found, problems } = await readEveryRow(workbook({ sheets: [{ rows }, { rows: '' }] }));
    expect(found).toEqual([
      [1, 'A', 'B'],
      [2, '', ''],
      [3, '1', ''],
    ]);
    expect(problems).toMatchObject([
      { code: 'unsaved_result', row: 2, column: 1 },
      { code: 'damaged_workbook', row: 2, column: 2 },
    ]);
  });

  test('the first of several sheets with data is read', async () => {
    const bytes = workbook({ sheets: [{ rows: '' }, { rows: names(1, 'A') }, { rows: names(1, 'B') }] });
    const { facts, problems } = await readEveryRow(bytes);
    expect(facts).toMatchObject({ sheetName: 'Sheet2', header: ['A'] });
    expect(problems).toMatchObject([{ code: 'which_sheet' }]);
  });
});
