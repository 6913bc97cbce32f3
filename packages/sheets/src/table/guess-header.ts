import { isBlankRow } from './blank-row.ts';
import { findHeader, type HeaderFound } from './find-header.ts';
import { deepestHeader } from './take-header.ts';
import type { SheetRow } from '../sheet.ts';

interface Guessed {
  readonly found: HeaderFound | undefined;
  /** All chunks, with those that were read to find the header. */
  readonly chunks: AsyncGenerator<SheetRow[], void, void>;
}

/** How much is read to find the header, counted by rows, so that chunks do not matter (invariant 14). */
const sampled = { rows: 1000, characters: 512 * 1024 };

/** Finds the header as in a text file, unless its row is stated. */
export async function guessHeader(
  chunks: AsyncGenerator<SheetRow[], void, void>,
  stated: number | undefined,
): Promise<Guessed> {
  if (stated !== undefined) return { found: undefined, chunks };
  const seen: SheetRow[][] = [];
  const sample: SheetRow[] = [];
  let characters = 0;
  while (sample.length < sampled.rows && characters < sampled.characters) {
    const { done, value } = await chunks.next();
    if (done) break;
    seen.push(value);
    for (const row of value) {
      if (sample.length === sampled.rows || characters >= sampled.characters) break;
      sample.push(row);
      characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    }
  }
  return { found: findHeader(asLines(sample)), chunks: again(seen, chunks) };
}

async function* again(
  seen: SheetRow[][],
  rest: AsyncIterable<SheetRow[]>,
): AsyncGenerator<SheetRow[], void, void> {
  yield* seen;
  yield* rest;
}

/**
 * The rows at their places, at least as wide as the first row with more than one cell: a workbook does not store the blank cells at
 * the end of a row.
 */
function asLines(rows: readonly SheetRow[]): string[][] {
  const [first] = rows;
  if (first === undefined || first.number > deepestHeader) return [];
  const width = rows.find(({ cells }) => !isBlankRow(cells.slice(1)))?.cells.length ?? 1;
  const lines: string[][] = [];
  for (const { number, cells } of rows) {
    while (lines.length < Math.min(number - 1, sampled.rows * 2)) lines.push([]);
    if (lines.length === number - 1)
      lines.push([...cells, ...Array.from({ length: Math.max(0, width - cells.length) }, () => '')]);
  }
  return lines;
}
