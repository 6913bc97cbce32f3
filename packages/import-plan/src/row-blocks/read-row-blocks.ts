import * as z from 'zod';
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
  /** How many blocks the rows are in. */
  readonly blocks: number;
  /** What a block has, for a search: the JSON of its rows, and then of lists of its long cells. */
  lists(block: number): AsyncIterable<Uint8Array>;
}

/** What is read at first: mostly it has the whole index. */
const tailBytes = 256 * 1024;
const blocksKept = 16;

/**
 * Opens the rows of a result by ranges of their object, whose size is known.
 * @param inflate as every browser does it; Node is faster by its own
 * @throws Error if it is not such an object
 */
export async function openRowBlocks(
  read: ReadRange,
  bytes: number,
  inflate: Inflate = inflated,
): Promise<RowBlocks> {
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
  const index = indexSchema.parse(jsonOf(await inflate(await part(aboutStart, aboutEnd))));
  const classes = await inflate(await part(classesStart, aboutStart));
  const ofRows = new DataView(classes.buffer, classes.byteOffset, classes.byteLength);
  const { rowsOf, lists } = blockReader(index, read, inflate);
  return {
    ...index,
    blocks: index.blocks.length,
    lists,
    at: async (places) => {
      const rows: PackedRow[] = [];
      for (const place of places) {
        const row = (await rowsOf(Math.floor(place / blockRows)))[place % blockRows];
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

/** Keeps the rows of the blocks that were read last. */
function blockReader({ blocks, longCells }: RowIndex, read: ReadRange, inflate: Inflate) {
  let end = 0;
  const ranges = blocks.map((bytes, at) =>
    [bytes, ...(longCells[at] ?? [])].map((size) => [end, (end += size)] as const),
  );
  const kept = new Map<number, Promise<readonly PackedRow[]>>();
  async function* lists(number: number): AsyncGenerator<Uint8Array> {
    for (const [from, to] of ranges[number] ?? []) yield await inflate(await read(from, to));
  }
  const rowsOf = (number: number): Promise<readonly PackedRow[]> => {
    const known = kept.get(number);
    if (known !== undefined) return known;
    const [from, to] = ranges[number]?.[0] ?? [0, 0];
    const rows = read(from, to)
      .then(inflate)
      .then((unpacked) => z.array(packedRowSchema).parse(jsonOf(unpacked)));
    // It is asked for again where it failed.
    rows.catch(() => kept.delete(number));
    kept.set(number, rows);
    const [oldest] = kept.keys();
    if (kept.size > blocksKept && oldest !== undefined) kept.delete(oldest);
    return rows;
  };
  return { rowsOf, lists };
}

/** Undoes raw deflate. */
export type Inflate = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
