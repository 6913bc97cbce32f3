import { ApiError, type ImportState } from '@sluice/contract';
import type { Services } from '../services.ts';
import type { ImportItem, Revert } from '../store/import-item.ts';
import { importDocuments } from '../import/documents.ts';
import { nudge } from '../import/import-status.ts';
import { valuesSha256 } from '../import/stored-values.ts';
import { moved } from '../lease/transitions.ts';

export type StartingUndo = Pick<Services, 'store' | 'blobs' | 'queue' | 'now'>;

type Undoable = 'success' | 'error' | 'reverting' | 'reverted';

/** Why an import in any other state cannot be undone. */
const refusals: Record<Exclude<ImportState, Undoable>, string> = {
  new: 'has not run yet',
  validating: 'is being validated',
  invalid: 'was refused, and nothing was written',
  valid: 'has not run yet',
  running: 'is running',
};

export interface UndoRequest {
  readonly by: string;
  /** The hash of the values of the import by the caller's history. */
  readonly valuesSha256?: string | undefined;
}

/** Starts to undo an import. A finished or running undo stays as it is. */
export async function startUndo(
  item: ImportItem,
  services: StartingUndo,
  request: UndoRequest,
): Promise<ImportItem> {
  const { state, dryRun } = item;
  const { by, valuesSha256: expected } = request;
  if (expected !== undefined && expected !== valuesSha256(item))
    throw new ApiError(
      'invalid_request',
      'valuesSha256: expected the hash of the values of this import; they are others than those that the history names.',
    );
  if (dryRun) throw refused(`is a dry run (${state}), and nothing was written`);
  if (state === 'reverted') return item;
  if (state === 'reverting') {
    await nudge(item, services);
    return item;
  }
  if (state !== 'success' && state !== 'error') throw refused(`${refusals[state]} (${state})`);
  if (!(await importDocuments(services.blobs).hasPlan(item)))
    throw refused('has no before-images any more: their time is over');
  const next = begun(item, state, { by, startedDate: services.now().toISOString() });
  const { siteId, importId } = item;
  if (!(await services.store.imports.update(next))) {
    const found = await services.store.imports.get(siteId, importId);
    if (found && found.version !== item.version) return startUndo(found, services, request);
    throw new ApiError('server_error', 'The import could not be undone; ask again.', { importId });
  }
  await services.queue.send({ v: 1, siteId, importId });
  return next;
}

const refused = (why: string): ApiError =>
  new ApiError(
    'invalid_request',
    `importId: expected an import that has ended in success or error; this one ${why}.`,
  );

/** An undo that was given up continues where it stopped. */
function begun(
  item: ImportItem,
  from: 'success' | 'error',
  started: Pick<Revert, 'by' | 'startedDate'>,
): ImportItem {
  const { startedDate } = started;
  const { revert } = item;
  const errorMessage = revert ? revert.errorMessage : item.errorMessage;
  const first = {
    ...{ from, errorMessage, starts: 0, chunksDone: 0, counts: { reversed: 0, kept: 0, failed: 0 } },
    ...{ outcomes: [], report: null, changeSet: null },
  };
  const next = { ...first, ...revert, ...started, endedDate: null, starts: (revert?.starts ?? 0) + 1 };
  return moved({ ...item, version: item.version + 1 }, 'revert', {
    errorMessage,
    queuedDate: startedDate,
    owner: null,
    leaseUntil: null,
    revert: next,
  });
}
