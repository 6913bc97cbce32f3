import { openSheet } from './open-sheet.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetFacts, SheetOptions, SheetRow } from './sheet.ts';
import type { SheetSource } from './source.ts';
import { packed } from './text/packed.ts';

export interface JsonBatch {
  /**
   * `[{"row":2,"data":{"Name":"Ann",…}},…]` in UTF-8; a row with more cells than the header has `more`: a list of them.
   * Valid until the next batch is asked for, which is written into the same memory.
   */
  readonly json: Buffer;
  readonly records: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

export interface JsonBatchOptions extends Omit<SheetOptions, 'packed'> {
  /** How many records a batch may have, and how many bytes; a record that has more is a batch by itself. */
  readonly records: number;
  readonly bytes: number;
}

/**
 * The rows of a sheet as JSON, with their numbers, in batches. UTF-8 that comes from CSV is passed on as it is: only what
 * tells cells apart is ever looked at.
 *
 * @throws SheetError, also where two columns have one name
 */
export async function* jsonBatches(
  source: SheetSource,
  { records, bytes, ...options }: JsonBatchOptions,
): AsyncGenerator<JsonBatch, void, void> {
  const sheet = await openSheet(source, { ...options, packed: true });
  checkNames(sheet.facts);
  const encoding = sheet.packed ? 'latin1' : 'utf8';
  const names = sheet.facts.header.map((name) => (sheet.packed ? packed(name) : name));
  const frame = names.reduce((sum, name) => sum + name.length + 6, 24);
  const bounds = { bytes, encoding, memory: Buffer.allocUnsafeSlow(bytes) } as const;
  let group: Entry[] = [];
  let size = 0;
  for await (const rows of sheet.rows) {
    for (const row of rows) {
      const least = frame + lengthOf(row);
      if (group.length >= records || size + least > bytes) {
        yield* batchesOf(group, bounds);
        [group, size] = [[], 0];
      }
      group.push(entryOf(row, names));
      size += least;
    }
  }
  yield* batchesOf(group, bounds);
}

interface Entry {
  readonly row: number;
  readonly data: Record<string, string>;
  readonly more?: readonly string[];
}

/** Names become keys: none may come twice, nor be one that objects have a use of their own for. */
function checkNames({ header, headerRow: row }: SheetFacts): void {
  const seen = new Set(['__proto__']);
  const column = header.findIndex((name) => seen.size === seen.add(name).size) + 1;
  if (column === 0) return;
  const what = 'the column has the name of another one, or one that cannot be a key';
  throw new SheetError({ code: 'header', what, expected: 'a different name in every column', row, column });
}

function entryOf({ number, cells }: SheetRow, names: readonly string[]): Entry {
  const data: Record<string, string> = {};
  for (let at = 0; at < names.length; at += 1) data[names[at] ?? ''] = cells[at] ?? '';
  return cells.length > names.length
    ? { row: number, data, more: cells.slice(names.length) }
    : { row: number, data };
}

function lengthOf({ cells }: SheetRow): number {
  let length = 0;
  for (const cell of cells) length += cell.length;
  return length;
}

interface Bounds {
  readonly bytes: number;
  readonly encoding: 'latin1' | 'utf8';
  /** For one batch after another: memory of their own would be garbage that is seen late, since it lies outside of the heap. */
  readonly memory: Buffer;
}

/** What escapes add is only known now: a group that became too large is halved. */
function* batchesOf(group: readonly Entry[], bounds: Bounds): Generator<JsonBatch, void, void> {
  const [first] = group;
  if (first === undefined) return;
  const json = encoded(JSON.stringify(group), bounds);
  if (json.length > bounds.bytes && group.length > 1) {
    const half = group.length >> 1;
    yield* batchesOf(group.slice(0, half), bounds);
    yield* batchesOf(group.slice(half), bounds);
    return;
  }
  yield { json, records: group.length, firstRow: first.row, lastRow: group.at(-1)?.row ?? first.row };
}

function encoded(text: string, { encoding, memory }: Bounds): Buffer {
  const length = Buffer.byteLength(text, encoding);
  if (length > memory.length) return Buffer.from(text, encoding);
  memory.write(text, encoding);
  return memory.subarray(0, length);
}
