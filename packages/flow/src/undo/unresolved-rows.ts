import type { Submission } from '@sluice/ledger';
import { mayHaveLanded } from '../submit/attempts.ts';
import { batchObjects } from '../run-objects.ts';
import type { TrackRunServices } from '../track/tracked-run.ts';
import { undoneRows, type UndoneRow } from './undo-report.ts';

/** An attempt without a known importId may have written rows in these statuses. */
const mayBeItsWork: readonly string[] = ['unchanged', 'unknown'];

/** Rows that an attempt without an answer may have written. Without its importId no undo can reach them, so each is reported as failed. */
export async function unresolvedRows(
  submission: Submission,
  { files, idempotencyKey }: Pick<TrackRunServices, 'files' | 'idempotencyKey'>,
): Promise<UndoneRow[]> {
  const { runId, batch, attempts, decided } = submission;
  // With an idempotency key all attempts are one import.
  const isKnown = idempotencyKey && attempts.some(({ importId }) => importId !== undefined);
  if (!mayHaveLanded(submission) || isKnown || decided?.choice === 'notApplied') return [];
  const undone = new Set((await undoneRows(submission, files)).map(({ row }) => row));
  const outcomes = await batchObjects.outcomes.read(submission, files);
  const sent =
    outcomes?.filter(({ status }) => mayBeItsWork.includes(status)) ??
    ((await batchObjects.records.read(submission, files))?.rows ?? []).map((row) => ({ row, recordId: '' }));
  const reason = `An attempt without an answer may have written this row, and its importId is not known. Look in the service for an import with a name that contains "[run ${runId} batch ${batch}".`;
  return sent
    .filter(({ row }) => !undone.has(row))
    .map(({ row, recordId = '' }) => ({ row, outcome: 'failed', reason, recordId }));
}
