import type { SheetLimits } from '../model/limits.ts';
import { SheetError } from '../model/sheet-error.ts';
import { isBlankRow } from './blank-row.ts';
import type { SheetRow } from '../model/sheet.ts';

type Chunks = AsyncIterable<SheetRow[]>;

const mostBlankRows = 10_000;

/** Adds the blank rows between the others, as a text file has them. */
export async function* withBlankRows(chunks: Chunks): AsyncGenerator<SheetRow[], void, void> {
  let next = 1;
  for await (const chunk of chunks) {
    const full: SheetRow[] = [];
    for (const row of chunk) {
      for (; next < row.number; next += 1) {
        full.push({ number: next, cells: [] });
        if (full.length >= mostBlankRows) yield full.splice(0);
      }
      full.push(row);
      next += 1;
    }
    yield full;
  }
}

/** About how many cells are returned at once, however wide the rows are. */
export const chunkCells = 32_768;

/** Counts blank cells that are added to rows. @throws SheetError beyond the limit */
export function countBlanks({ blankCells }: Pick<SheetLimits, 'blankCells'>) {
  let added = 0;
  return (count: number, row: number): void => {
    added += count;
    if (added <= blankCells) return;
    throw new SheetError({ code: 'too_many_blanks', most: blankCells, row });
  };
}

interface Padding {
  readonly width: number;
  readonly limits: Pick<SheetLimits, 'blankCells'>;
}

function within(cells: readonly string[], width: number): readonly string[] {
  return cells.length > width && isBlankRow(cells.slice(width)) ? cells.slice(0, width) : cells;
}

/** For formats in which blank cells at the end of a row mean nothing: no row is shorter than the header, or longer by blanks. */
export async function* padded(
  chunks: Chunks,
  { width, limits }: Padding,
): AsyncGenerator<SheetRow[], void, void> {
  const addBlanks = countBlanks(limits);
  for await (const chunk of chunks) {
    const rows: SheetRow[] = [];
    for (const { number, cells, lostDigits } of chunk) {
      const missing = Math.max(0, width - cells.length);
      addBlanks(missing, number);
      rows.push({
        number,
        lostDigits,
        cells: missing === 0 ? within(cells, width) : [...cells, ...Array<string>(missing).fill('')],
      });
      if (rows.length * width >= chunkCells) yield rows.splice(0);
    }
    if (rows.length > 0) yield rows;
  }
}

/** Passes on rows that may be shorter than the header: a sheet that is written from them has their missing cells. */
export async function* withMissingCounted(
  chunks: Chunks,
  { width, limits }: Padding,
): AsyncGenerator<SheetRow[], void, void> {
  const addBlanks = countBlanks(limits);
  for await (const chunk of chunks) {
    for (const row of chunk) addBlanks(Math.max(0, width - (row.raw?.width ?? row.cells.length)), row.number);
    yield chunk;
  }
}
