import type { ImportItem } from '../store/import-item.ts';
import type { ImportStore } from '../store/store.ts';
import { moved } from './transitions.ts';

/** Another worker has the import. The message may come again later. */
export class ImportBusyError extends Error {
  override readonly name = 'ImportBusyError';
}

/** Longer than any work between two renewals. */
export const leaseMs = 45_000;
const beatMs = leaseMs / 3;
/** Clocks of two machines may differ by so much. */
export const clocksDifferMs = 2_000;

/*
 * Clocks only end waiting: they decide when another worker may take an import. What a worker may write is decided by the
 * import's item alone: every write of the item has the condition that nobody has taken it. Whoever takes an import from its
 * worker changes `owner`. Only a poll that queues it again leaves it with its worker.
 */
export interface Worker {
  readonly imports: ImportStore;
  /** Unique for each delivery. */
  readonly owner: string;
  readonly now: () => Date;
}

/** Takes an import that no worker has. The first take begins the validation; each further one counts as an attempt. */
export async function takeLease(worker: Worker, item: ImportItem): Promise<ImportItem> {
  const { leaseUntil, owner, importId } = item;
  const isHeld = leaseUntil !== null && Date.parse(leaseUntil) + clocksDifferMs > worker.now().getTime();
  if (isHeld && owner !== worker.owner) throw new ImportBusyError(`Import ${importId} is being worked on.`);
  const taken = item.state === 'new' ? moved(item, 'validate') : { ...item, attempts: item.attempts + 1 };
  const over = owner === null ? {} : { takenOver: true };
  const next = { ...taken, ...leaseOf(worker), ...over, version: item.version + 1 };
  if (!(await worker.imports.update(next))) throw takenOver(item);
  return next;
}

/** Saves progress and extends the lease. Fails when another worker has taken the import. */
export function save(worker: Worker, item: ImportItem): Promise<ImportItem> {
  return saveLast(worker, { ...item, ...leaseOf(worker) });
}

/** Saves the last step and ends the lease. */
export async function saveLast({ imports, owner }: Worker, item: ImportItem): Promise<ImportItem> {
  for (let current = item; ;) {
    const next = { ...item, version: current.version + 1, queuedDate: current.queuedDate };
    if (await imports.update(next)) return next;
    const stored = await imports.get(item.siteId, item.importId);
    if (stored?.owner !== owner || stored.version === current.version) throw takenOver(item);
    current = stored;
  }
}

const leaseOf = ({ owner, now }: Worker) => ({
  owner,
  leaseUntil: new Date(now().getTime() + leaseMs).toISOString(),
});

const takenOver = ({ importId }: ImportItem) => new ImportBusyError(`Import ${importId} was taken over.`);

/** An import in the hands of a worker that does several things at once. */
export interface Held {
  /** As it was saved last. */
  readonly item: () => ImportItem;
  /** Saves changes, one after the other. After one that failed, all fail. */
  readonly save: (changes: Partial<ImportItem>) => Promise<ImportItem>;
  /** Renews the lease when a part of it is over, so that slow work ends, and work after a pause finds that it has lost the import. */
  readonly beat: () => Promise<void>;
}

export function hold(worker: Worker, taken: ImportItem): Held {
  let item = taken;
  let renewed = Date.parse(taken.leaseUntil ?? '') - leaseMs;
  let last: Promise<unknown> = Promise.resolve();
  const saveNext = (changes: Partial<ImportItem>): Promise<ImportItem> => {
    renewed = worker.now().getTime();
    const saved = last.then(async () => (item = await save(worker, { ...item, ...changes })));
    last = saved;
    return saved;
  };
  return {
    item: () => item,
    save: saveNext,
    beat: async () => {
      if (worker.now().getTime() >= renewed + beatMs) await saveNext({});
      await last;
    },
  };
}
