import type { Item } from '@sluice/aws-kit/dynamodb';
import * as z from 'zod';
import { searchFacts, type SearchFacts } from '../store/facts.ts';
import type { Fields, Kind, StoredRecord } from '../store/record.ts';
import type { ScanRow } from '../store/store.ts';
import { recordKey } from './keys.ts';
import { dateOfKey, updatedKey } from './order.ts';

/*
 * A record: `u` sorts the index, `x` holds the facts in the index, `f` the fields. `x` and `f` are JSON text, which is
 * small and fast to read, since no expression needs their parts. A record that an import created has the sort key of its
 * leaf in `l` instead, and neither `u` nor `x` until it is changed.
 */
const storedItem = z.object({
  sk: z.string(),
  u: z.string().optional(),
  l: z.string().optional(),
  v: z.number(),
  c: z.string(),
  d: z.boolean(),
  w: z.string(),
  i: z.string(),
  f: z.string(),
});

const fieldsSchema = z.record(z.string(), z.json());
const indexed = z.object({
  sk: z.string(),
  u: z.string(),
  x: z.string(),
});
export const carriedFacts = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const carried = z.object({ d: z.boolean(), facts: carriedFacts });

/** The attributes that every write of a record sets, beside its key and `c`, which never change. */
export function writtenAttributes(record: StoredRecord): Item {
  const facts: SearchFacts = searchFacts(record);
  return {
    u: updatedKey(record.updatedDate, record.id),
    x: JSON.stringify({ d: record.deleted, facts }),
    ...stateOf(record),
  };
}

function stateOf(record: StoredRecord): Item {
  return {
    v: record.version,
    d: record.deleted,
    w: record.writer,
    i: record.importId ?? '',
    f: JSON.stringify(record.fields),
  };
}

/** A new record, by its leaf if it has one. */
export function itemOfRecord(siteId: string, record: StoredRecord, leaf?: string): Item {
  return {
    ...recordKey(siteId, record),
    ...(leaf === undefined ? writtenAttributes(record) : { l: leaf, ...stateOf(record) }),
    c: record.createdDate,
  };
}

/** The sort key of the leaf that a record was created with. It stays when the record is changed. */
export const leafIn = (item: Item | undefined): string | undefined =>
  typeof item?.['l'] === 'string' ? item['l'] : undefined;

export function recordOfItem(kind: Kind, item: Item): StoredRecord {
  const { sk, u, l, v, c, d, w, i, f } = storedItem.parse(item);
  const fields: Fields = fieldsSchema.parse(JSON.parse(f));
  return {
    kind,
    id: sk,
    version: v,
    createdDate: c,
    updatedDate: dateOfKey(u ?? l ?? ''),
    deleted: d,
    writer: w,
    importId: i === '' ? null : i,
    fields,
  };
}

/** A row of a scan, from a whole item or from the attributes in the index. */
export function rowOfItem(kind: Kind, item: Item): ScanRow {
  if (item['u'] === undefined) return rowOfRecord(recordOfItem(kind, item));
  const { sk, u, x } = indexed.parse(item);
  const { d, facts } = carried.parse(JSON.parse(x));
  return {
    id: sk,
    updatedDate: dateOfKey(u),
    deleted: d,
    facts,
    record: item['f'] ? recordOfItem(kind, item) : undefined,
    isTentative: false,
  };
}

function rowOfRecord(record: StoredRecord): ScanRow {
  const { id, updatedDate, deleted } = record;
  return { id, updatedDate, deleted, facts: searchFacts(record), record, isTentative: false };
}
