import { entriesOf } from '../records/lookup.ts';
import type { LookupKey, Shard, Store } from '../store/store.ts';

interface Entered {
  readonly siteId: string;
  readonly shard: Shard;
  readonly isWanted: (key: LookupKey) => boolean;
}

/**
 * Adds the entries by wanted keys that the records of a shard lack, page by page. Yields the last id of each page, once its
 * entries are there.
 */
export async function* enterShard(
  { records, lookups }: Pick<Store, 'records' | 'lookups'>,
  { siteId, shard, isWanted }: Entered,
): AsyncGenerator<string, undefined> {
  for await (const page of records.shard(siteId, shard)) {
    // Deleted ones too: an undo may restore them, and they may have values to erase.
    const entries = entriesOf(page, isWanted);
    await lookups.add(siteId, entries);
    const last = page.at(-1);
    if (last) yield last.id;
  }
  return undefined;
}
