import { runImport } from '../engine/run-import.ts';
import type { RunServices } from '../import/run.ts';
import { createPublisher } from '../webhooks/publisher.ts';
import { recordsOver } from './dying.ts';
import { recordedStore } from './recorded-store.ts';
import type { StoredRecord } from '../store/record.ts';
import { startService, type Service, type Site } from './service.ts';
import { undoModel } from './undo-model.ts';

type Over = <T extends object>(port: T) => T;

export function wrapped({ services, publishing }: Service, over: Over): RunServices {
  const { store } = services;
  const blobs = over(services.blobs);
  const wrappedStore = {
    ...store,
    records: recordsOver(over, store.records),
    lookups: over(store.lookups),
    lookupFields: over(store.lookupFields),
    imports: over(store.imports),
    webhooks: over(store.webhooks),
  };
  const queue = over(publishing.changes);
  const publisher = createPublisher({ store: wrappedStore, blobs, queue, now: services.now });
  return { ...services, store: wrappedStore, blobs, publisher };
}

/** A service with one site that records every write, to compare undos with the model. */
export async function undoingSite() {
  const { store, versions } = recordedStore();
  const service = startService(store);
  return undoing({ service, versions, site: await service.newSite() });
}

interface Recorded {
  readonly service: Service;
  readonly site: Site;
  readonly versions: ReadonlyMap<string, readonly StoredRecord[]>;
}

export function undoing({ service, site, versions }: Recorded) {
  const { siteId } = site;

  /** The outcome of each record in the report: its id and a word. */
  const report = async (importId: string): Promise<string[]> => {
    const outcomes = ['reversed', 'kept', 'failed'];
    const { body } = await service.control('getRevert', { siteId, importId, outcomes, limit: 1_000 });
    return (body['items'] as { id: string; outcome: string }[]).map(({ id, outcome }) => `${id} ${outcome}`);
  };
  const askUndo = (importId: string) => service.control('revertImport', { siteId, importId });
  /** Undoes an import; returns what the model expects and what is reported. */
  const undo = async (importId: string, services: RunServices = service.services) => {
    const due = undoModel(versions).expected(importId);
    await askUndo(importId);
    for (const message of service.messages.splice(0)) {
      await runImport(message, services).catch(() => undefined);
      if (services === service.services) continue;
      service.advance(120_000);
      await runImport(message, service.services);
    }
    return { due: asReport(due), reported: (await report(importId)).toSorted() };
  };
  return {
    service,
    site,
    versions,
    report,
    askUndo,
    undo,
    model: () => undoModel(versions),
  };
}
export type UndoingSite = ReturnType<typeof undoing>;

export const asReport = (due: ReadonlyMap<string, string>): string[] =>
  [...due].map(([key, outcome]) => `${key.split(' ')[1]} ${outcome}`).toSorted();
