import type { SheetLimits } from './limits.ts';
import { SheetError } from './sheet-error.ts';

/** @throws SheetError if a row has too many cells or one that is too long */
export function checkCells(cells: readonly string[], row: number, limits: SheetLimits): void {
  if (cells.length > limits.columns) {
    throw tooManyColumns(limits.columns, row);
  }
  const long = cells.findIndex((cell) => cell.length > limits.cellCharacters);
  if (long < 0) return;
  throw cellTooLong(limits.cellCharacters, { row, column: long + 1 });
}

/** @throws SheetError if a row has no end in sight, since it is read again with every further block */
export function checkUnfinished(unfinished: string, row: number, limits: SheetLimits): void {
  if (unfinished.length <= limits.rowCharacters) return;
  throw new SheetError({ code: 'endless_row', most: limits.rowCharacters, row });
}

export const tooManyRows = (most: number): SheetError =>
  new SheetError({ code: 'too_many_rows', most, row: most + 1 });

export const tooManyColumns = (most: number, row: number): SheetError =>
  new SheetError({ code: 'too_many_columns', most, row });

export const cellTooLong = (most: number, place: { row?: number; column?: number } = {}): SheetError =>
  new SheetError({ code: 'cell_too_long', most, ...place });
