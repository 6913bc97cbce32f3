import { z } from 'zod';
import {
  blockRows,
  endBytes,
  endWord,
  indexSchema,
  packedRowSchema,
  type PackedRow,
  type RowClass,
  type RowIndex,
} from './format.ts';

/** Bytes of the object, from a place to before another. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;

export interface RowBlocks extends Pick<RowIndex, 'header' | 'rows' | 'classes'> {
  /** The rows at these places, which ascend, from 0. */
  at(places: readonly number[]): Promise<readonly PackedRow[]>;
  /** The places of the rows that ended so. */
  placesOf(isWanted: (ended: RowClass) => boolean): number[];
}

/** What is read at first: mostly it has the whole index. */
const tailBytes = 256 * 1024;
const blocksKept = 16;

/** Opens the rows of a result by ranges of their object, whose size is known. @throws Error if it is not such an object */
export async function openRowBlocks(read: ReadRange, bytes: number): Promise<RowBlocks> {
  const from = Math.max(0, bytes - tailBytes);
  const tail = await read(from, bytes);
  const end = new TextDecoder('latin1').decode(tail.subarray(-endBytes));
  const [, classBytes = '', indexBytes = ''] = /^(\d{10})(\d{10})(.*)$/u.exec(end) ?? [];
  if (!end.endsWith(endWord) || indexBytes === '') throw new Error('These rows have another format.');
  const aboutEnd = bytes - endBytes;
  const aboutStart = aboutEnd - Number(indexBytes);
  const classesStart = aboutStart - Number(classBytes);
  const part = (start: number, to: number) =>
    start >= from ? Promise.resolve(tail.subarray(start - from, to - from)) : read(start, to);
  const index = indexSchema.parse(JSON.parse(await textOf(await part(aboutStart, aboutEnd))));
  const ofRows = new DataView(await unpacked(await part(classesStart, aboutStart)));
  const blocks = blockReader(index, read);
  return {
    ...index,
    at: async (places) => {
      const rows: PackedRow[] = [];
      for (const place of places) {
        const row = (await blocks(Math.floor(place / blockRows)))[place % blockRows];
        if (row !== undefined) rows.push(row);
      }
      return rows;
    },
    placesOf: (isWanted) => {
      const wanted = new Set(index.classes.flatMap((one, at) => (isWanted(one) ? [at] : [])));
      const places: number[] = [];
      for (let row = 0; row < index.rows; row += 1)
        if (wanted.has(ofRows.getUint16(2 * row, true))) places.push(row);
      return places;
    },
  };
}

/** Keeps the blocks that were read last. */
function blockReader({ blocks }: RowIndex, read: ReadRange) {
  const starts = [0];
  for (const bytes of blocks) starts.push((starts.at(-1) ?? 0) + bytes);
  const kept = new Map<number, Promise<readonly PackedRow[]>>();
  return (number: number): Promise<readonly PackedRow[]> => {
    const known = kept.get(number);
    if (known !== undefined) return known;
    const [start = 0, end = 0] = [starts[number], starts[number + 1]];
    const rows = read(start, end)
      .then(textOf)
      .then((text) => z.array(packedRowSchema).parse(JSON.parse(text)));
    // It is asked for again where it failed.
    rows.catch(() => kept.delete(number));
    kept.set(number, rows);
    const [oldest] = kept.keys();
    if (kept.size > blocksKept && oldest !== undefined) kept.delete(oldest);
    return rows;
  };
}

const unpacked = (bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();

const textOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  new TextDecoder().decode(await unpacked(bytes));
