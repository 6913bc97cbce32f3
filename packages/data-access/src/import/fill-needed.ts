import { fillFields } from '../lookup-fields/fill-fields.ts';
import { FieldsNeeded } from '../lookup-fields/needed-fields.ts';
import type { Services } from '../services.ts';
import type { ImportItem } from '../store/import-item.ts';
import { ImportBusyError, leaseMs, save, saveLast, type Worker } from '../lease/lease.ts';

export interface FillingServices extends Pick<Services, 'store' | 'queue' | 'now' | 'sleep'> {
  readonly worker: Worker;
  /** When the delivery began, in milliseconds since 1970. */
  readonly begun: number;
}

/** A delivery may take five minutes. What is not filled by then is filled by the next one. */
const fillingMs = 3 * 60_000;
const againSeconds = 5;
/** What is filled at once is not worth a write. */
const firstBeatMs = 1_000;
const beatMs = leaseMs / 3;

/**
 * Works on an import, and fills the fields that it turns out to look up by. Each field is filled once in the life of a site.
 * @returns undefined when the import has to wait: its message comes again
 */
export async function fillNeeded(
  taken: ImportItem,
  services: FillingServices,
  work: (item: ImportItem) => Promise<ImportItem>,
): Promise<ImportItem | undefined> {
  for (let item = withoutFilling(taken); ;) {
    try {
      return await work(item);
    } catch (error) {
      if (!(error instanceof FieldsNeeded)) throw error;
      const filled = await fill(await ownItem(item, services), error.fields, services);
      if (!filled) return undefined;
      item = filled;
    }
  }
}

async function ownItem(
  { siteId, importId }: ImportItem,
  { store, worker }: FillingServices,
): Promise<ImportItem> {
  const item = await store.imports.get(siteId, importId);
  if (item?.owner === worker.owner) return item;
  throw new ImportBusyError(`Import ${importId} was taken over.`);
}

async function fill(
  item: ImportItem,
  fields: readonly string[],
  services: FillingServices,
): Promise<ImportItem | undefined> {
  const { store, worker, now, sleep, begun } = services;
  let current = item;
  let nextBeat = now().getTime() + firstBeatMs;
  const beat = async () => {
    if (now().getTime() < nextBeat) return;
    nextBeat = now().getTime() + beatMs;
    current = await save(worker, { ...current, filling: [...fields], attempts: 0 });
  };
  const filler = {
    store,
    siteId: item.siteId,
    worker: worker.owner,
    now,
    sleep,
    until: begun + fillingMs,
    beat,
  };
  if (await fillFields(fields, filler)) return withoutFilling(current);
  await postpone({ ...current, filling: [...fields] }, services);
  return undefined;
}

/** Lets the import wait without a worker, so that others are not delayed. Waiting is no attempt. */
async function postpone(item: ImportItem, { worker, queue, now }: FillingServices): Promise<void> {
  const { siteId, importId, attempts } = item;
  const queuedDate = now().toISOString();
  const waiting = { owner: null, leaseUntil: null, queuedDate, attempts: Math.max(0, attempts - 1) };
  await saveLast(worker, { ...item, ...waiting });
  await queue.send({ v: 1, siteId, importId }, againSeconds);
}

function withoutFilling({ filling: _, ...item }: ImportItem): ImportItem {
  return item;
}
