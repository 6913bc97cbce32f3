import { lookupNames, matchingValue } from '@sluice/contract';
import { searchableOf } from '../search/searchables.ts';
import { zip } from '../store/lists.ts';
import type { Fields, Kind, StoredRecord } from '../store/record.ts';
import type { LookupEntry, LookupKey, Store } from '../store/store.ts';

/** The key that finds a record by a field. Undefined for an empty value, which finds nothing. */
export function lookupKey(kind: Kind, field: string, value: unknown): LookupKey | undefined {
  const spec = searchableOf(kind).table[field];
  const matching = spec ? matchingValue(spec, value) : '';
  return matching === '' ? undefined : { kind, field, value: matching };
}

export function matchesKey({ kind, deleted, fields }: StoredRecord, key: LookupKey): boolean {
  return !deleted && kind === key.kind && lookupKey(kind, key.field, fields[key.field])?.value === key.value;
}

/** All keys that find a record with these fields. Its id needs no key. */
export function keysOf(kind: Kind, fields: Fields): LookupKey[] {
  return lookupNames(searchableOf(kind).table).flatMap((field) => {
    const key = field === 'id' ? undefined : lookupKey(kind, field, fields[field]);
    return key ? [key] : [];
  });
}

export const keyText = ({ kind, field, value }: LookupKey): string => JSON.stringify([kind, field, value]);

/** The new entries of a record. They must exist before the record is written. */
export function newEntries(after: StoredRecord, before?: StoredRecord): LookupEntry[] {
  const had = new Set(before ? keysOf(before.kind, before.fields).map(keyText) : []);
  return keysOf(after.kind, after.fields)
    .filter((key) => !had.has(keyText(key)))
    .map((key) => ({ key, id: after.id }));
}

/** The current records under each key. Entries may be stale, so each record is checked. Deleted ones never match. */
export async function findRecords(
  { lookups, records }: Store,
  siteId: string,
  keys: readonly LookupKey[],
): Promise<StoredRecord[][]> {
  const candidates = await lookups.find(siteId, keys);
  const refs = zip(keys, candidates).flatMap(([{ kind }, ids]) => ids.map((id) => ({ kind, id })));
  const read = await records.getMany(siteId, refs);
  let at = 0;
  return zip(keys, candidates).map(([key, ids]) => {
    const found = read.slice(at, at + ids.length);
    at += ids.length;
    return found.flatMap((record) => (record && matchesKey(record, key) ? [record] : []));
  });
}
