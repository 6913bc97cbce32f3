import { importFlags, type ImportStatus } from '@sluice/contract';
import type { Services } from '../services.ts';
import type { ImportItem } from '../store/import-item.ts';
import { importDocuments, unlessAltered } from './documents.ts';
import { isDone } from '../lease/transitions.ts';

export async function statusOf(item: ImportItem, { blobs }: Pick<Services, 'blobs'>): Promise<ImportStatus> {
  const { importId, state, dryRun, errorMessage, duration, createdDate, ranDate } = item;
  // The preview of an import stays visible during its undo.
  const isEnded = isDone(item) || state === 'reverting';
  const preview = isEnded ? await unlessAltered(() => importDocuments(blobs).preview(item)) : undefined;
  return {
    importId,
    status: state,
    ...importFlags(state, dryRun),
    ...(errorMessage !== null && { errorMessage }),
    ...(duration !== null && { duration }),
    ...(preview !== undefined && { preview }),
    createdDate,
    ...(ranDate !== null && { ranDate }),
  };
}

/** A message or its worker may be lost. After these times an import is queued again. */
const queuedAgainAfterMs = 5 * 60_000;
const orphanedAfterMs = 5_000;

/**
 * Queues an import again that no worker has. Any request about it triggers this: once when its worker is lost, then each time after
 * twice as long, since its messages may only be waiting and polls must not make a backlog longer.
 */
export async function nudge(
  item: ImportItem,
  { store, queue, now }: Pick<Services, 'store' | 'queue' | 'now'>,
): Promise<void> {
  const at = now().getTime();
  const { siteId, importId, leaseUntil, revert, createdDate } = item;
  if (isDone(item) || (leaseUntil !== null && at <= Date.parse(leaseUntil) + orphanedAfterMs)) return;
  const since = Date.parse(leaseUntil ?? revert?.startedDate ?? createdDate);
  const queued = Date.parse(item.queuedDate);
  const isQueuedSince = leaseUntil === null || queued > since;
  if (isQueuedSince && at - queued < Math.max(queuedAgainAfterMs, queued - since)) return;
  const next = { ...item, version: item.version + 1, queuedDate: new Date(at).toISOString() };
  if (await store.imports.update(next)) await queue.send({ v: 1, siteId, importId });
}
