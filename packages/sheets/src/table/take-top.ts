import { SheetError } from '../model/sheet-error.ts';
import type { SheetRow } from '../model/sheet.ts';
import { isBlankRow } from './blank-row.ts';

interface TakenTop {
  readonly above: SheetRow[];
  /** The rows of the header that are not blank. */
  readonly header: readonly SheetRow[];
  /** The rows below it in its chunk. */
  readonly below: SheetRow[];
}

/** Where the header is. */
export interface HeaderPlace {
  readonly headerRow: number;
  readonly headerRows: number;
}

/** The last row that may begin a header. */
const deepestHeader = 1000;

/** Reads up to the end of the header: the rows with these numbers, or the first row that is not blank. */
export async function takeTop(
  chunks: AsyncIterator<SheetRow[]>,
  place: HeaderPlace | undefined,
): Promise<TakenTop> {
  if (place !== undefined && place.headerRow > deepestHeader) throw noHeader(place.headerRow);
  const above: SheetRow[] = [];
  const header: SheetRow[] = [];
  for (;;) {
    const chunk = await chunks.next();
    if (chunk.done) {
      if (header.length > 0) return { above, header, below: [] };
      throw above.length === 0 || place === undefined
        ? new SheetError({ code: 'empty_sheet' })
        : noHeader(place.headerRow);
    }
    for (const [index, row] of chunk.value.entries()) {
      const isAbove = place !== undefined && row.number < place.headerRow;
      if (header.length === 0 && (isAbove || isBlankRow(row.cells))) {
        above.push(row);
        continue;
      }
      if (place !== undefined && header.length === 0 && row.number > place.headerRow)
        throw noHeader(place.headerRow);
      const last = place === undefined ? row.number : place.headerRow + place.headerRows - 1;
      if (row.number <= last) header.push(row);
      if (row.number >= last)
        return { above, header, below: chunk.value.slice(row.number > last ? index : index + 1) };
    }
  }
}

function noHeader(row: number): SheetError {
  return new SheetError({ code: 'wrong_header_row', most: deepestHeader, row });
}

export async function* rowsOf(
  below: SheetRow[],
  rest: AsyncIterable<SheetRow[]>,
): AsyncGenerator<SheetRow[], void, void> {
  if (below.length > 0) yield below;
  for await (const chunk of rest) if (chunk.length > 0) yield chunk;
}
