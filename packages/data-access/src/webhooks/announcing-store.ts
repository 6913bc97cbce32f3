import type { RecordWrite } from '../store/record.ts';
import type { RecordStore, Store } from '../store/store.ts';
import type { Announcer } from './announcer.ts';
import { changeOf } from './change-set.ts';

export interface AnnouncingServices {
  readonly store: Store;
  readonly announcer: Announcer;
  readonly now: () => Date;
  readonly newId: () => string;
}

/**
 * The store, with every write of records told to webhooks: whoever writes for a request need not think of it, and cannot
 * forget it. Imports write to the store itself and tell of a whole chunk at once.
 */
export function announcingStore(services: AnnouncingServices): Store {
  const { store } = services;
  const { records } = store;
  return {
    ...store,
    records: {
      ...records,
      write: async (siteId, writes) => {
        const tell = await intend(siteId, writes, services);
        const outcomes = await records.write(siteId, writes);
        if (outcomes.includes('written')) await tell();
        return outcomes;
      },
      writeTogether: async (siteId, writes, required) => {
        const tell = await intend(siteId, writes, services);
        const outcome = await records.writeTogether(siteId, writes, required);
        if (outcome === 'written') await tell();
        return outcome;
      },
    },
  };
}

const nothing = async (): Promise<void> => {};

async function intend(
  siteId: string,
  writes: readonly RecordWrite[],
  { store, announcer, now, newId }: AnnouncingServices,
): Promise<() => Promise<void>> {
  const kinds = writes.map(({ record }) => record.kind);
  if (!(await announcer.hears(siteId, kinds))) return nothing;
  const before = await beforeImages(siteId, writes, store.records);
  const changes = writes.map((write) => changeOf(write, before.get(write)));
  const tell = await announcer.intend({ siteId, changeSetId: newId(), date: now() }, changes);
  // What was written is written: the message that went before it comes all the same, a minute later.
  return () => tell().catch(() => undefined);
}

async function beforeImages(siteId: string, writes: readonly RecordWrite[], records: RecordStore) {
  const replacing = writes.filter(({ replaces }) => replaces !== null);
  const found = await records.getMany(
    siteId,
    replacing.map(({ record }) => record),
  );
  return new Map(replacing.map((write, at) => [write, found[at]]));
}
