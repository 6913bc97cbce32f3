import type { Submission } from '@sluice/ledger';
import { mayHaveLanded } from '../submit/attempts.ts';
import { batchObjects } from '../run-objects.ts';
import type { TrackRunServices } from '../track/tracked-run.ts';
import { undoneOf, type UndoneRow } from './undo-report.ts';

/** Rows in these statuses may have been written by an attempt whose importId is unknown. */
const mayBeItsWork: readonly string[] = ['unchanged', 'unknown'];

/**
 * Rows that an attempt without an answer may have written, and that no undo has put back. Without an importId no undo
 * can reach them: each is reported as failed.
 */
export async function unresolvedRows(
  submission: Submission,
  { files, idempotencyKey }: Pick<TrackRunServices, 'files' | 'idempotencyKey'>,
): Promise<UndoneRow[]> {
  const { runId, batch, attempts, decided } = submission;
  // Under one key all attempts are one import.
  const isKnown = idempotencyKey && attempts.some(({ importId }) => importId !== undefined);
  if (!mayHaveLanded(submission) || isKnown || decided?.choice === 'notApplied') return [];
  const dealtWith = new Set((await undoneOf(submission, files)).map(({ row }) => row));
  const outcomes = await batchObjects.outcomes.read(submission, files);
  const sent =
    outcomes?.filter(({ status }) => mayBeItsWork.includes(status)) ??
    ((await batchObjects.records.read(submission, files))?.rows ?? []).map((row) => ({ row, recordId: '' }));
  const reason = `A try that had no answer may have written this row, and its importId is not known: look in the service for an import whose name holds "[run ${runId} batch ${batch}".`;
  return sent
    .filter(({ row }) => !dealtWith.has(row))
    .map(({ row, recordId = '' }) => ({ row, outcome: 'failed', reason, recordId }));
}
