import type { SheetLimits } from '../limits.ts';
import { SheetError } from '../sheet-error.ts';

/** @throws SheetError if a row has too many cells or one that is too long */
export function checkCells(cells: readonly string[], row: number, limits: SheetLimits): void {
  if (cells.length > limits.columns) {
    throw new SheetError({
      code: 'too_many_columns',
      what: `the row has ${cells.length} cells`,
      expected: `at most ${limits.columns}`,
      row,
    });
  }
  const long = cells.findIndex((cell) => cell.length > limits.cellCharacters);
  if (long < 0) return;
  throw new SheetError({
    code: 'cell_too_long',
    what: 'the cell is too long, or a quote before it is never closed',
    expected: `at most ${limits.cellCharacters} characters`,
    row,
    column: long + 1,
  });
}

/** @throws SheetError if a row has no end in sight, since it is read again with every further block */
export function checkUnfinished(unfinished: string, row: number, limits: SheetLimits): void {
  if (unfinished.length <= limits.rowCharacters) return;
  throw new SheetError({
    code: 'row_too_long',
    what: 'the row does not end, or a quote in it is never closed',
    expected: `a line break within ${limits.rowCharacters} characters, and a closing quote for every opening one`,
    row,
  });
}

export function tooManyRows(limit: number): SheetError {
  return new SheetError({
    code: 'too_many_rows',
    what: 'the sheet has too many rows',
    expected: `at most ${limit}; split it into several files`,
    row: limit + 1,
  });
}
