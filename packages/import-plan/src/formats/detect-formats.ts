import type { Sheet } from '@sluice/sheets';
import type { Column } from '../columns/match-columns.ts';
import { detectorOf } from './format-detector.ts';

/**
 * Looks at every cell of the columns that are not read cell by cell, and gives all columns with nothing open: one more
 * reading of the sheet, in constant memory.
 */
export async function detectFormats(sheet: Sheet, columns: readonly Column[]): Promise<readonly Column[]> {
  const detectors = columns.flatMap((column) => detectorOf(column) ?? []);
  for await (const rows of sheet.rows) {
    for (const { number, cells } of rows) {
      for (const detector of detectors) detector.see(number, cells[detector.index]?.trim() ?? '');
    }
  }
  const formats = new Map(detectors.map((detector) => [detector.index, detector.format()]));
  return columns.map((column) => {
    const format = formats.get(column.index);
    return column.target && format ? { ...column, target: { ...column.target, format } } : column;
  });
}
