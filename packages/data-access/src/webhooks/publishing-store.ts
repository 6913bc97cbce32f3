import type { Services } from '../services.ts';
import type { RecordWrite } from '../store/record.ts';
import type { RecordStore, Store } from '../store/store.ts';
import type { Publisher } from './publisher.ts';
import { changeOf } from './change-set.ts';

export interface PublishingServices extends Pick<Services, 'store' | 'now' | 'newId'> {
  readonly publisher: Publisher;
}

/** A store that publishes every write of records. Imports use the plain store and publish whole chunks. */
export function publishingStore(services: PublishingServices): Store {
  const { store } = services;
  const { records } = store;
  return {
    ...store,
    records: {
      ...records,
      write: async (siteId, writes) => {
        const publish = await intend(siteId, writes, services);
        const outcomes = await records.write(siteId, writes);
        if (outcomes.includes('written')) await publish();
        return outcomes;
      },
      writeTogether: async (siteId, writes, required) => {
        const publish = await intend(siteId, writes, services);
        const outcome = await records.writeTogether(siteId, writes, required);
        if (outcome === 'written') await publish();
        return outcome;
      },
    },
  };
}

const nothing = async (): Promise<void> => {};

async function intend(
  siteId: string,
  writes: readonly RecordWrite[],
  { store, publisher, now, newId }: PublishingServices,
): Promise<() => Promise<void>> {
  const kinds = writes.map(({ record }) => record.kind);
  if (!(await publisher.hasSubscribers(siteId, kinds))) return nothing;
  const before = await beforeImages(siteId, writes, store.records);
  const changes = writes.map((write) => changeOf(write, before.get(write)));
  const publish = await publisher.intend({ siteId, changeSetId: newId(), date: now() }, changes);
  // The write is committed, so an error here is ignored: the delayed message publishes it a minute later.
  return () => publish().catch(() => undefined);
}

async function beforeImages(siteId: string, writes: readonly RecordWrite[], records: RecordStore) {
  const replacing = writes.filter(({ replaces }) => replaces !== null);
  const refs = replacing.map(({ record }) => record);
  const found = await records.getMany(siteId, refs);
  return new Map(replacing.map((write, at) => [write, found[at]]));
}
