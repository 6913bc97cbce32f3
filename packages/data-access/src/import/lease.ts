import type { ImportItem } from '../store/import-item.ts';
import type { ImportStore } from '../store/store.ts';
import { moved } from './transitions.ts';

/** Another worker has the import. The message may come again later. */
export class ImportBusyError extends Error {
  override readonly name = 'ImportBusyError';
}

/** Longer than any work between two renewals. */
export const leaseMs = 45_000;

export interface Worker {
  readonly imports: ImportStore;
  readonly owner: string;
  readonly now: () => Date;
}

/** Takes an import that no worker has. The first take begins the validation; each further one counts as an attempt. */
export async function takeLease(worker: Worker, item: ImportItem): Promise<ImportItem> {
  const isHeld = item.leaseUntil !== null && new Date(item.leaseUntil) > worker.now();
  if (isHeld && item.owner !== worker.owner)
    throw new ImportBusyError(`Import ${item.importId} is being worked on.`);
  return save(
    worker,
    item.state === 'new' ? moved(item, 'validate') : { ...item, attempts: item.attempts + 1 },
  );
}

/** Saves progress and extends the lease. Fails when another worker has taken the import. */
export async function save(worker: Worker, item: ImportItem): Promise<ImportItem> {
  const leaseUntil = new Date(worker.now().getTime() + leaseMs).toISOString();
  return saveLast(worker, { ...item, owner: worker.owner, leaseUntil });
}

/** Saves the last step and ends the lease. */
export async function saveLast({ imports }: Worker, item: ImportItem): Promise<ImportItem> {
  const next = { ...item, version: item.version + 1 };
  if (!(await imports.update(next))) throw new ImportBusyError(`Import ${item.importId} was taken over.`);
  return next;
}
