import { refKey, type RecordWrite, type StoredRecord, type WriteOutcome } from '../store/record.ts';
import { createMemoryStore } from './memory/memory.ts';
import type { Store } from '../store/store.ts';

/** A store that records every version of every record, in the order of the writes. */
export function recordedStore(store: Store = createMemoryStore()): {
  store: Store;
  versions: Map<string, StoredRecord[]>;
} {
  const { records } = store;
  const versions = new Map<string, StoredRecord[]>();
  const note = ({ record }: RecordWrite): void => {
    const known = versions.get(refKey(record)) ?? [];
    // A repeated write is answered as written and is no new version.
    if (known.at(-1)?.version !== record.version) versions.set(refKey(record), [...known, record]);
  };
  const recorded: Store['records'] = {
    ...records,
    write: async (siteId, writes) => {
      const outcomes = await records.write(siteId, writes);
      for (const [at, write] of writes.entries()) if (outcomes[at] === 'written') note(write);
      return outcomes;
    },
    writeTogether: async (siteId, writes, required): Promise<WriteOutcome> => {
      const outcome = await records.writeTogether(siteId, writes, required);
      if (outcome === 'written') writes.forEach(note);
      return outcome;
    },
  };
  return { store: { ...store, records: recorded }, versions };
}
