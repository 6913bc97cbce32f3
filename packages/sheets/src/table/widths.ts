import type { SheetRow } from '../sheet.ts';

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

/** For formats that do not store blank cells at the end of a row: no row is shorter than the header. */
export async function* padded(chunks: Chunks, width: number): AsyncGenerator<SheetRow[], void, void> {
  const pad = (cells: readonly string[]) =>
    cells.length >= width ? cells : [...cells, ...Array<string>(width - cells.length).fill('')];
  for await (const chunk of chunks) yield chunk.map(({ number, cells }) => ({ number, cells: pad(cells) }));
}
