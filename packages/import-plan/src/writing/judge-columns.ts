import type { Sheet } from '@sluice/sheets';
import type { Column } from '../columns.ts';
import { judgeOf } from './column-judge.ts';

/**
 * Looks at every cell of the columns that are not read cell by cell, and gives all columns with nothing open: one more
 * reading of the sheet, in constant memory.
 */
export async function judgeColumns(sheet: Sheet, columns: readonly Column[]): Promise<readonly Column[]> {
  const judges = columns.flatMap((column) => judgeOf(column) ?? []);
  for await (const rows of sheet.rows) {
    for (const { number, cells } of rows) {
      for (const judge of judges) judge.see(number, cells[judge.index]?.trim() ?? '');
    }
  }
  const writings = new Map(judges.map((judge) => [judge.index, judge.writing()]));
  return columns.map((column) => {
    const writing = writings.get(column.index);
    return column.target && writing ? { ...column, target: { ...column.target, writing } } : column;
  });
}
