import type { SheetRow, SkippedRow } from '../sheet.ts';
import { isBlankRow } from './blank-row.ts';

/** How many rows there may be below the data. */
const mostRows = 20;

const totalWord =
  /^(?:(?:grand|sub) ?total|totals?|sum|total general|gesamt(?:summe)?|summe|somme|totale|totaal|suma)\s*:?$/i;
const figures = /^[\s\d.,'%()+\-–$€£]*$/;

interface Table {
  readonly columns: number;
  readonly skipped: SkippedRow[];
}

/**
 * Passes rows on, except those at the very end, after a blank row, that are certainly no data: totals, with the word in the first
 * cell and figures in the others, and footnotes, with one cell below a header of three or more. A record cannot be such a row,
 * since it would have too few cells.
 */
export async function* withoutTail(
  chunks: AsyncIterable<SheetRow[]>,
  table: Table,
): AsyncGenerator<SheetRow[], void, void> {
  const waiting: SheetRow[] = [];
  let before = 0;
  for await (const chunk of chunks) {
    const [top] = chunk;
    const gapless =
      waiting.length === 0 && top?.number === before + 1 && chunk.at(-1)?.number === before + chunk.length;
    if (gapless) {
      before += chunk.length;
      yield chunk;
      continue;
    }
    const given: SheetRow[] = [];
    for (const row of chunk) {
      const apart = waiting.length > 0 || (before > 0 && row.number > before + 1);
      before = row.number;
      if (apart && waiting.length < mostRows && whyNoData(row, table) !== undefined) waiting.push(row);
      else given.push(...waiting.splice(0), row);
    }
    if (given.length > 0) yield given;
  }
  for (const row of waiting) table.skipped.push({ row: row.number, why: whyNoData(row, table) ?? 'no data' });
}

function whyNoData({ cells }: SheetRow, { columns }: Table): string | undefined {
  const [first = '', ...others] = cells;
  if (columns > 2 && cells.length === 1) return 'a note below the data';
  if (!totalWord.test(first.trim()) || columns < 2) return undefined;
  return !isBlankRow(others) && others.every((cell) => figures.test(cell))
    ? 'totals below the data'
    : undefined;
}
