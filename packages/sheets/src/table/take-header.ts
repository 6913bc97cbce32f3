import { emptyError, SheetError } from '../sheet-error.ts';
import type { SheetRow } from '../sheet.ts';
import { isBlankRow } from './blank-row.ts';

interface Opened {
  readonly above: SheetRow[];
  readonly header: SheetRow;
  /** The rows below it in its chunk. */
  readonly below: SheetRow[];
}

/** The last row that may be a header. */
export const deepestHeader = 1000;

/** Reads up to the header: the row with this number, or the first row that is not blank. */
export async function takeHeader(
  chunks: AsyncIterator<SheetRow[]>,
  wanted: number | undefined,
): Promise<Opened> {
  if (wanted !== undefined && wanted > deepestHeader) throw noHeader(wanted);
  const above: SheetRow[] = [];
  for (;;) {
    const chunk = await chunks.next();
    if (chunk.done) throw above.length === 0 || wanted === undefined ? emptyError() : noHeader(wanted);
    for (const [index, row] of chunk.value.entries()) {
      if (isBlankRow(row.cells) || (wanted !== undefined && row.number < wanted)) {
        above.push(row);
        continue;
      }
      if (wanted !== undefined && row.number > wanted) throw noHeader(wanted);
      return { above, header: row, below: chunk.value.slice(index + 1) };
    }
  }
}

function noHeader(row: number): SheetError {
  const what = 'the row given as the header is blank or does not exist';
  const expected = `the number of a row with the names of the columns, ${deepestHeader} at most`;
  return new SheetError({ code: 'header', what, expected, row });
}

export async function* rowsOf(
  below: SheetRow[],
  rest: AsyncIterable<SheetRow[]>,
): AsyncGenerator<SheetRow[], void, void> {
  if (below.length > 0) yield below;
  for await (const chunk of rest) if (chunk.length > 0) yield chunk;
}
