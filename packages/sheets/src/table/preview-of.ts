import type { SheetRow } from '../model/sheet.ts';
import type { Preview } from './preview.ts';

type Chunks = AsyncGenerator<SheetRow[], void, void>;

/** How much is read to find the table, counted by rows, so that chunks do not matter (invariant 14). */
const sampled = { rows: 1000, characters: 512 * 1024 };

/** The first rows, and all chunks with those that were read for them. */
export async function previewOf(
  chunks: Chunks,
): Promise<{ readonly preview: Preview; readonly chunks: Chunks }> {
  const seen: SheetRow[][] = [];
  const rows: SheetRow[] = [];
  let characters = 0;
  let whole = false;
  const isEnough = () => rows.length >= sampled.rows || characters >= sampled.characters;
  while (!isEnough()) {
    const { done, value } = await chunks.next();
    whole = done === true;
    if (done) break;
    seen.push(value);
    for (const row of value) {
      if (isEnough()) break;
      rows.push(row);
      characters += row.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    }
  }
  return { preview: { rows, whole, short: true }, chunks: again(seen, chunks) };
}

async function* again(seen: SheetRow[][], rest: Chunks): Chunks {
  yield* seen;
  yield* rest;
}
