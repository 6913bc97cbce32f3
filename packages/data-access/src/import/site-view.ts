import { findRecords, keysOf, keyText, matchesKey } from '../records/lookup.ts';
import { distinct, zip } from '../store/lists.ts';
import { refKey, type RecordRef, type StoredRecord } from '../store/record.ts';
import type { LookupKey, Store } from '../store/store.ts';

/** The loaded records with the planned changes over them. Planning reads nothing else, so it is pure. */
export interface SiteView {
  readonly load: (keys: readonly LookupKey[], refs: readonly RecordRef[]) => Promise<void>;
  /** The records that have a value. Deleted ones never match. */
  readonly find: (key: LookupKey) => readonly StoredRecord[];
  readonly get: (ref: RecordRef) => StoredRecord | undefined;
  readonly put: (record: StoredRecord) => void;
  readonly isTouched: (ref: RecordRef) => boolean;
}

export function createSiteView(store: Store, siteId: string): SiteView {
  const found = new Map<string, StoredRecord[]>();
  const stored = new Map<string, StoredRecord | undefined>();
  const touched = new Map<string, StoredRecord>();
  const touchedBy = new Map<string, Set<string>>();
  const known = new Map<string, StoredRecord>();
  /** Results of `find`. Ten thousand records may share a value to which each record of a request refers. */
  const matching = new Map<string, readonly StoredRecord[]>();

  const put = (record: StoredRecord): void => {
    const before = touched.get(refKey(record)) ?? known.get(refKey(record));
    for (const { kind, fields } of before ? [before, record] : [record])
      for (const key of keysOf(kind, fields)) matching.delete(keyText(key));
    touched.set(refKey(record), record);
    for (const key of keysOf(record.kind, record.fields)) {
      const holders = touchedBy.get(keyText(key)) ?? new Set();
      touchedBy.set(keyText(key), holders.add(refKey(record)));
    }
  };

  return {
    load: async (keys, refs) => {
      const newKeys = distinct(keys, keyText).filter((key) => !found.has(keyText(key)));
      const newRefs = distinct(refs, refKey).filter((ref) => !stored.has(refKey(ref)));
      const [byKey, byRef] = await Promise.all([
        findRecords(store, siteId, newKeys),
        store.records.getMany(siteId, newRefs),
      ]);
      for (const [key, records] of zip(newKeys, byKey)) found.set(keyText(key), records);
      for (const [at, ref] of newRefs.entries()) stored.set(refKey(ref), byRef[at]);
      for (const record of [...byKey, byRef].flat()) if (record) known.set(refKey(record), record);
      for (const key of newKeys) matching.delete(keyText(key));
    },
    find: (key) => {
      const earlier = matching.get(keyText(key));
      if (earlier) return earlier;
      const untouched = (found.get(keyText(key)) ?? []).filter((record) => !touched.has(refKey(record)));
      const changed = [...(touchedBy.get(keyText(key)) ?? [])].flatMap((ref) => touched.get(ref) ?? []);
      const now = [...untouched, ...changed].filter((record) => matchesKey(record, key));
      matching.set(keyText(key), now);
      return now;
    },
    get: (ref) => {
      const record = touched.get(refKey(ref)) ?? stored.get(refKey(ref));
      return record?.deleted === false ? record : undefined;
    },
    put,
    isTouched: (ref) => touched.has(refKey(ref)),
  };
}
