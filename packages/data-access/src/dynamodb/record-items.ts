import type { Item } from '@sluice/dynamo-kit';
import * as z from 'zod';
import { searchFacts, type SearchFacts } from '../search/facts.ts';
import type { Fields, Kind, StoredRecord } from '../store/record.ts';
import type { ScanRow } from '../store/store.ts';
import { recordKey } from './keys.ts';

/*
 * A record: `u` sorts the index, `x` holds the facts in the index, `f` the fields. `x` and `f` are JSON text, which is
 * small and fast to read, since no expression needs their parts.
 */
const storedItem = z.object({
  sk: z.string(),
  u: z.string(),
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
const carried = z.object({
  d: z.boolean(),
  facts: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

const dateLength = '2026-01-01T00:00:00.000Z'.length;

export const indexSortKey = (updatedDate: string, id: string): string => `${updatedDate}#${id}`;

/** The attributes that every write of a record sets, beside its key and `c`, which never change. */
export function writtenAttributes(record: StoredRecord): Item {
  const facts: SearchFacts = searchFacts(record);
  return {
    u: indexSortKey(record.updatedDate, record.id),
    x: JSON.stringify({ d: record.deleted, facts }),
    v: record.version,
    d: record.deleted,
    w: record.writer,
    i: record.importId ?? '',
    f: JSON.stringify(record.fields),
  };
}

export function itemOfRecord(siteId: string, record: StoredRecord): Item {
  return {
    ...recordKey(siteId, record),
    ...writtenAttributes(record),
    c: record.createdDate,
  };
}

export function recordOfItem(kind: Kind, item: Item): StoredRecord {
  const { sk, u, v, c, d, w, i, f } = storedItem.parse(item);
  const fields: Fields = fieldsSchema.parse(JSON.parse(f));
  return {
    kind,
    id: sk,
    version: v,
    createdDate: c,
    updatedDate: u.slice(0, dateLength),
    deleted: d,
    writer: w,
    importId: i === '' ? null : i,
    fields,
  };
}

/** A row of a scan, from a whole item or from the attributes in the index. */
export function rowOfItem(kind: Kind, item: Item): ScanRow {
  const { sk, u, x } = indexed.parse(item);
  const { d, facts } = carried.parse(JSON.parse(x));
  return {
    id: sk,
    updatedDate: u.slice(0, dateLength),
    deleted: d,
    facts,
    record: item['f'] ? recordOfItem(kind, item) : undefined,
  };
}
