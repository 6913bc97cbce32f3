import { lookupNames, matchingValue } from '@sluice/contract';
import type { UseOf } from './use.ts';
import { searchableOf } from '../store/searchables.ts';
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

/** The keys of all lookup fields that could find a record by this value. */
export const keysOfValue = (kind: Kind, value: string): LookupKey[] =>
  lookupNames(searchableOf(kind).table).flatMap((field) =>
    field === 'id' ? [] : (lookupKey(kind, field, value) ?? []),
  );

/** The entries that lead to some records, by the keys that are wanted. */
export const entriesOf = (
  records: readonly StoredRecord[],
  isWanted: (key: LookupKey) => boolean,
): LookupEntry[] =>
  records.flatMap(({ kind, id, fields }) =>
    keysOf(kind, fields)
      .filter(isWanted)
      .map((key) => ({ key, id })),
  );

/** Neither kinds nor fields have spaces. */
export const keyText = ({ kind, field, value }: LookupKey): string => `${kind} ${field} ${value}`;

/**
 * The entries that a write needs, which must exist before it: of the values that the record gets, and of those that it gives
 * up, since people also find it by what it had. Which of them are there already depends on the use of their fields.
 */
export function newEntries(after: StoredRecord, before: StoredRecord | undefined, use: UseOf): LookupEntry[] {
  const has = keysOf(after.kind, after.fields);
  const had = before ? keysOf(before.kind, before.fields) : [];
  const gets = without(has, had).filter((key) => use(key) !== 'unused');
  const givesUp = without(had, has).filter((key) => use(key) !== 'used');
  return [...gets, ...givesUp].map((key) => ({ key, id: after.id }));
}

function without(keys: readonly LookupKey[], others: readonly LookupKey[]): readonly LookupKey[] {
  if (others.length === 0) return keys;
  const known = new Set(others.map(keyText));
  return keys.filter((key) => !known.has(keyText(key)));
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
