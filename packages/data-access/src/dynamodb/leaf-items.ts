import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item, ItemKey } from '@sluice/aws-kit/dynamodb';
import * as z from 'zod';
import { searchFacts, type SearchFacts } from '../store/facts.ts';
import type { RecordWrite, StoredRecord } from '../store/record.ts';
import type { Position } from '../store/store.ts';
import { leafPartition } from './keys.ts';
import { aboveAnyName, updatedKey } from './order.ts';
import { carriedFacts } from './record-items.ts';

/*
 * A leaf: rows of the index by update in one item, of new records of one kind that one import wrote at one moment. These
 * records need no entry in the index. `r` holds the ids and facts (JSON text, deflated), `v` the version of the leaf.
 */

/** An id with its facts. */
export type LeafRow = readonly [id: string, facts: SearchFacts];

export interface Leaf {
  readonly key: ItemKey;
  readonly version: number;
  readonly rows: readonly LeafRow[];
}

const leafRows = z.array(z.tuple([z.string(), carriedFacts]));
const leafItem = z.object({ pk: z.string(), sk: z.string(), v: z.number(), r: z.instanceof(Uint8Array) });

/** Fewer rows are as fast in the index, and hardly dearer. */
const rowsAtLeast = 8;
/** With its keys the item stays below 1 KB: one write unit when it is written, and when a row leaves it. */
const bytesAtMost = 880;

/** Packs the new records of imports. @returns new leaves, and the sort key of the leaf of each such record */
export function growLeaves(siteId: string, writes: readonly RecordWrite[]) {
  const leafOf = new Map<RecordWrite, string>();
  const items: Item[] = [];
  const packed = Map.groupBy(writes.filter(isPacked), ({ record }) => `${record.updatedDate} ${record.kind}`);
  for (const together of packed.values()) {
    const [first] = together;
    if (!first || together.length < rowsAtLeast) continue;
    const { kind, updatedDate } = first.record;
    const inOrder = together.toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1));
    for (const { writes, rows, packed } of inLeaves(inOrder)) {
      const sk = updatedKey(updatedDate, nameOfLeaf(rows));
      items.push({ pk: leafPartition(siteId, kind), sk, v: 1, r: packed });
      for (const write of writes) leafOf.set(write, sk);
    }
  }
  return { items, leafOf };
}

const isPacked = ({ record, replaces }: RecordWrite): boolean =>
  replaces === null && mayBePacked(record) && !record.deleted;

/** Whether such a record may have been created with a leaf. A list never was: its name is unique, so it is written alone. */
export const mayBePacked = ({ kind, importId }: StoredRecord): boolean =>
  importId !== null && kind !== 'list';

const rowOfWrite = ({ record }: RecordWrite): LeafRow => [record.id, searchFacts(record)];

/** About how many rows a leaf has. */
export const rowsPerLeaf = 16;

interface Part {
  readonly writes: readonly RecordWrite[];
  readonly rows: readonly LeafRow[];
  readonly packed: Uint8Array;
}

/** Parts that fill a leaf, the size of each by that of the one before. A large row is a leaf of its own. */
function inLeaves(writes: readonly RecordWrite[]): Part[] {
  const all = writes.map(rowOfWrite);
  const parts: Part[] = [];
  let size = rowsPerLeaf;
  for (let at = 0; at < all.length; at += parts.at(-1)?.rows.length ?? 0) {
    let [rows, packed] = packedRows(all, at, size);
    while (packed.length > bytesAtMost && size > 1) {
      size = Math.max(1, Math.min(size - 1, Math.floor((size * bytesAtMost) / packed.length)));
      [rows, packed] = packedRows(all, at, size);
    }
    parts.push({ writes: writes.slice(at, at + size), rows, packed });
    size = Math.ceil((size * bytesAtMost) / packed.length);
  }
  return parts;
}

function packedRows(all: readonly LeafRow[], at: number, size: number): [readonly LeafRow[], Uint8Array] {
  const rows = all.slice(at, at + size);
  return [rows, pack(rows)];
}

/** So much of an id has its time and its place in the request. */
const namedBy = 14;

/** Starts with the lowest id, so that a scan finds where to go on; then its content, so that a write sent again is the same. */
function nameOfLeaf(rows: readonly LeafRow[]): string {
  const digest = hash('sha256', JSON.stringify(rows), 'base64url');
  return `${rows[0]?.[0].slice(0, namedBy)}${digest.slice(0, 10)}`;
}

/** Not below the name of any leaf with an id that sorts before this one. */
export const nameAbove = ({ id }: Position): string => `${id.slice(0, namedBy)}${aboveAnyName}`;

export const pack = (rows: readonly LeafRow[]): Uint8Array => deflateRawSync(JSON.stringify(rows));

export function leafOfItem(item: Item): Leaf {
  const { pk, sk, v, r } = leafItem.parse(item);
  return { key: { pk, sk }, version: v, rows: leafRows.parse(JSON.parse(inflateRawSync(r).toString())) };
}
