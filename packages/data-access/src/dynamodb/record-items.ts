import { z } from 'zod';
import { searchFacts, type SearchFacts } from '../search/facts.ts';
import type { Fields, Kind, StoredRecord } from '../store/record.ts';
import type { ScanRow } from '../store/store.ts';
import { recordKey } from './keys.ts';
import { attributeKey, type Item } from './table-access.ts';

/*
 * A record: `u` sorts the index, `x` is what the index carries, `f` are the fields. Both are JSON text, which keeps an
 * item small and its reading fast; nothing in them is ever addressed by an expression.
 */
const storedItem = z.object({
  sk: z.object({ S: z.string() }),
  u: z.object({ S: z.string() }),
  v: z.object({ N: z.string().transform(Number) }),
  c: z.object({ S: z.string() }),
  d: z.object({ BOOL: z.boolean() }),
  w: z.object({ S: z.string() }),
  i: z.object({ S: z.string() }).optional(),
  f: z.object({ S: z.string() }),
});

const fieldsSchema = z.record(z.string(), z.json());
const indexed = z.object({
  sk: z.object({ S: z.string() }),
  u: z.object({ S: z.string() }),
  x: z.object({ S: z.string() }),
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
    u: { S: indexSortKey(record.updatedDate, record.id) },
    x: { S: JSON.stringify({ d: record.deleted, facts }) },
    v: { N: String(record.version) },
    d: { BOOL: record.deleted },
    w: { S: record.writer },
    i: { S: record.importId ?? '' },
    f: { S: JSON.stringify(record.fields) },
  };
}

export function itemOfRecord(siteId: string, record: StoredRecord): Item {
  return {
    ...attributeKey(recordKey(siteId, record)),
    ...writtenAttributes(record),
    c: { S: record.createdDate },
  };
}

export function recordOfItem(kind: Kind, item: Item): StoredRecord {
  const { sk, u, v, c, d, w, i, f } = storedItem.parse(item);
  const fields: Fields = fieldsSchema.parse(JSON.parse(f.S));
  return {
    kind,
    id: sk.S,
    version: v.N,
    createdDate: c.S,
    updatedDate: u.S.slice(0, dateLength),
    deleted: d.BOOL,
    writer: w.S,
    importId: i === undefined || i.S === '' ? null : i.S,
    fields,
  };
}

/** A row of a scan: from a whole item where it is one, else from what the index carries. */
export function rowOfItem(kind: Kind, item: Item): ScanRow {
  const { sk, u, x } = indexed.parse(item);
  const { d, facts } = carried.parse(JSON.parse(x.S));
  return {
    id: sk.S,
    updatedDate: u.S.slice(0, dateLength),
    deleted: d,
    facts,
    record: item['f'] ? recordOfItem(kind, item) : undefined,
  };
}
