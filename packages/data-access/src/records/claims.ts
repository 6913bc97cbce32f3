import { zip } from '../store/lists.ts';
import type { StoredRecord } from '../store/record.ts';
import type { LookupEntry, Store } from '../store/store.ts';
import { matchesKey } from './lookup.ts';

/**
 * The result of a claim. `taken`: a record has the value. `free`: the record may be created under this id. If another
 * request claimed the value first and has not written yet, the id is its id, and both write the same record. `isGivenUp`: another
 * record had the value.
 */
export type Claimed =
  | { readonly kind: 'free'; readonly id: string; readonly isGivenUp?: boolean }
  | { readonly kind: 'taken'; readonly record: StoredRecord };

/** A claim rarely moves. After this many lost rounds, the cause is not a race. */
const roundsAtMost = 5;

/** Claims values for new records, so that two requests that create the same record end with one. */
export async function claimValues(
  store: Store,
  siteId: string,
  entries: readonly LookupEntry[],
): Promise<Claimed[]> {
  if (entries.length === 0) return [];
  const holders = await store.lookups.claim(siteId, entries);
  const contested = zip(entries, holders).filter(([{ id }, holder]) => holder !== id);
  const refs = contested.map(([{ key }, id]) => ({ kind: key.kind, id }));
  const records = await store.records.getMany(siteId, refs);
  const settled = new Map<LookupEntry, Claimed>();
  for (const [at, [entry, holder]] of contested.entries()) {
    settled.set(entry, await settle(store, siteId, { entry, holder, record: records[at] }));
  }
  return entries.map((entry) => settled.get(entry) ?? { kind: 'free', id: entry.id });
}

interface Contested {
  readonly entry: LookupEntry;
  readonly holder: string;
  readonly record: StoredRecord | undefined;
}

async function settle({ lookups, records }: Store, siteId: string, contested: Contested): Promise<Claimed> {
  const { entry } = contested;
  let { holder: id, record } = contested;
  for (let round = 0; round < roundsAtMost && record; round += 1) {
    if (matchesKey(record, entry.key)) return { kind: 'taken', record };
    // The holder now has another value, or is deleted.
    id = await lookups.reclaim(siteId, entry, id);
    if (id === entry.id) break;
    record = await records.get(siteId, { kind: entry.key.kind, id });
  }
  return { kind: 'free', id, isGivenUp: id === entry.id };
}
