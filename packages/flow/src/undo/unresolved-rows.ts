import { reasonOf } from '@sluice/contract';
import { eachRecord, type RowOutcome } from '@sluice/import-plan';
import type { Submission } from '@sluice/ledger';
import type { Files } from '../ports.ts';
import { areOneByKey, mayHaveLanded } from '../attempts/attempts.ts';
import { batchObjects } from '../run-objects.ts';
import type { TrackRunServices } from '../attempts/tracked-run.ts';
import { statedFor, undoneRows, type UndoneRow } from './undo-report.ts';

/** An attempt without a known importId may have written rows in these statuses. */
const mayBeItsWork: readonly string[] = ['unchanged', 'unknown'];

/** Rows that an attempt without an answer may have written. Without its importId no undo can reach them, so each is reported as failed. */
export async function unresolvedRows(
  submission: Submission,
  { files }: Pick<TrackRunServices, 'files'>,
): Promise<UndoneRow[]> {
  const { runId, batch, attempts, decided } = submission;
  const isKnown = areOneByKey(submission) && attempts.some(({ importId }) => importId !== undefined);
  if (!mayHaveLanded(submission) || isKnown || decided?.choice === 'notApplied') return [];
  const undone = perRow(await undoneRows(submission, files));
  const outcomes =
    (await batchObjects.outcomes.read(submission, files)) ?? (await unknownRows(submission, files));
  const records = eachRecord(outcomes);
  const all = perRow(records);
  const why = statedFor(reasonOf('unresolved_attempt', { run: runId, batch }));
  return records
    .filter(({ status }) => mayBeItsWork.includes(status))
    .filter(({ row }) => (undone.get(row) ?? 0) < (all.get(row) ?? 0))
    .map(({ row, recordId = '' }) => ({ row, outcome: 'failed', recordId, ...why }));
}

async function unknownRows(
  submission: Submission,
  files: Pick<Files, 'get'>,
): Promise<readonly RowOutcome[]> {
  const { rows = [] } = (await batchObjects.records.read(submission, files)) ?? {};
  return rows.map((row) => ({ row, status: 'unknown' }));
}

/** How many records each row has in this list. */
function perRow(records: readonly { readonly row: number }[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { row } of records) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}
