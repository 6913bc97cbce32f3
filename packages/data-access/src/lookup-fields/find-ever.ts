import { inParallel } from '@sluice/aws-kit/parallel';
import { keysOf, keyText } from '../records/lookup.ts';
import { shardCount, shardsOf } from '../store/ids.ts';
import type { Kind, StoredRecord } from '../store/record.ts';
import type { LookupKey, Store } from '../store/store.ts';
import { fieldText, useIn } from '../records/use.ts';

/** The site has more records than can be read in time. */
export class TooManyRecords extends Error {
  override readonly name = 'TooManyRecords';
  /** What it does not look up by, named by kind and field. */
  readonly fields: readonly string[];

  constructor(fields: readonly string[]) {
    super(`There are too many records to find one by ${fields.join(', ')}.`);
    this.fields = fields;
  }
}

export interface Finding {
  readonly store: Pick<Store, 'records' | 'lookups' | 'lookupFields'>;
  readonly siteId: string;
  readonly now: () => Date;
  /** Until when it may read records, in milliseconds since 1970. */
  readonly until: number;
}

/**
 * The ids of the records that have or had each value, by any field. Only an erase removes entries, and they are written at the
 * latest when a record gives up a value. What records have now in a field that is not used is read from all of them.
 * @throws TooManyRecords
 */
export async function findEver(keys: readonly LookupKey[], finding: Finding): Promise<string[][]> {
  const { store, siteId } = finding;
  const use = useIn(await store.lookupFields.get(siteId));
  const unfilled = keys.filter((key) => use(key) !== 'used');
  const having = await idsHaving(unfilled, finding);
  // Asked for afterwards: a value that was given up meanwhile has its entry by then.
  const entered = await store.lookups.find(siteId, keys);
  return keys.map((key, at) => [...new Set([...(entered[at] ?? []), ...(having.get(keyText(key)) ?? [])])]);
}

async function idsHaving(
  keys: readonly LookupKey[],
  finding: Finding,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map(keys.map((key): [string, string[]] => [keyText(key), []]));
  const kinds = new Set(keys.map(({ kind }) => kind));
  const seen = ({ kind, id, fields }: StoredRecord) => {
    for (const key of keysOf(kind, fields)) found.get(keyText(key))?.push(id);
  };
  if (await allRead([...kinds], seen, finding)) return found;
  throw new TooManyRecords([...new Set(keys.map(fieldText))]);
}

/** Reads all records of these kinds, deleted ones too. False if there are too many for the time. */
export async function allRead(
  kinds: readonly Kind[],
  seen: (record: StoredRecord) => void,
  { store, siteId, now, until }: Omit<Finding, 'store'> & { readonly store: Pick<Store, 'records'> },
): Promise<boolean> {
  let isWhole = true;
  await inParallel(shardsOf(kinds), shardCount, async (shard) => {
    let isFirst = true;
    for await (const page of store.records.shard(siteId, shard)) {
      if (!isFirst && now().getTime() > until) isWhole = false;
      if (!isWhole) return;
      isFirst = false;
      page.forEach(seen);
    }
  });
  return isWhole;
}

/** The same store, which finds records by any field, if need be by reading all of them. */
export const findingByAny = (store: Store, finding: Omit<Finding, 'store' | 'siteId'>): Store => ({
  ...store,
  lookups: {
    ...store.lookups,
    find: (siteId, keys) => findEver(keys, { ...finding, store, siteId }),
  },
});
