import { guarded } from '../table/formula-guard.ts';

/** A row as RFC 4180 writes it, without its line break. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  return cells
    .map((cell) => (cell.includes(delimiter) || /["\r\n]/u.test(cell) ? quoted(cell) : cell))
    .join(delimiter);
}

/** A row that starts no formula in any spreadsheet program, with any cells and any delimiter that the program guesses. */
export function safeCsvLine(cells: readonly string[], delimiter = ','): string {
  return cells.map((cell) => quoted(guarded(cell))).join(delimiter);
}

/** The same with its line break, for what is written row by row. */
export function safeCsvRow(cells: readonly string[]): string {
  return `${safeCsvLine(cells)}\r\n`;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
