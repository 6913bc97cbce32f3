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
    const ref = refKey(record);
    const before = touched.get(ref) ?? known.get(ref);
    for (const key of before ? keyTexts(before) : []) matching.delete(key);
    touched.set(ref, record);
    for (const key of keyTexts(record)) {
      matching.delete(key);
      touchedBy.set(key, (touchedBy.get(key) ?? new Set()).add(ref));
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
      const text = keyText(key);
      const earlier = matching.get(text);
      if (earlier) return earlier;
      const untouched = (found.get(text) ?? []).filter((record) => !touched.has(refKey(record)));
      const changed = [...(touchedBy.get(text) ?? [])].flatMap((ref) => touched.get(ref) ?? []);
      const now = [...untouched, ...changed].filter((record) => matchesKey(record, key));
      matching.set(text, now);
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

const keyTexts = ({ kind, fields }: StoredRecord): string[] => keysOf(kind, fields).map(keyText);
