import { reasonText } from '@sluice/contract';
import { eachRecord } from '@sluice/import-plan';
import { log } from '@sluice/aws-kit/handlers';
import {
  toRevert,
  undoCountsOf,
  valuesInHistory,
  type Revert,
  type Run,
  type Submission,
  type Undoable,
} from '@sluice/ledger';
import { afterUndo } from '../attempts/next.ts';
import { parallel } from '@sluice/aws-kit/parallel';
import { uploadReport } from '../report/csv-report.ts';
import { batchObjects, runKeys } from '../run-objects.ts';
import type { TrackRunServices } from '../attempts/tracked-run.ts';
import { unresolvedRows } from './unresolved-rows.ts';
import { statedFor, undoReport, type UndoneRow } from './undo-report.ts';

export interface UndoStep {
  readonly after: Run;
  readonly left: number;
}

const atOnce = 8;
const mostPerStep = 40;
/** A service may be slow to answer. The rest of the function's minute is for the requests under way. */
const askingMs = 20_000;

/**
 * One step of undoing a run: asks the service to undo its imports, the last one first, and records those that are settled.
 * A crash repeats the request, which does no harm. The last step writes the report and ends the run.
 */
export async function undoStep(
  run: Run,
  submissions: readonly Submission[],
  services: TrackRunServices,
): Promise<UndoStep> {
  const { ledger } = services;
  // What others wrote is then no longer the last that was written.
  await ledger.startWriting(run);
  const due = toRevert(submissions);
  const asking = parallel(atOnce);
  const until = services.now().getTime() + askingMs;
  for (const one of due.slice(0, mostPerStep))
    await asking.begin(async () => {
      if (services.now().getTime() < until) await undoOne(run, one, services);
    });
  await asking.end();
  const now = await ledger.submissions(run.runId);
  const left = toRevert(now).length;
  if (left > 0) return { after: run, left };
  const reportKey = runKeys.undoReport(run.runId, run.fileName);
  let missed = 0;
  const unresolved = async (submission: Submission) => {
    const rows = await unresolvedRows(submission, services);
    missed += rows.length;
    return rows;
  };
  await uploadReport(reportKey, undoReport(now, services.files, unresolved), services.files);
  const known = undoCountsOf(now);
  const counts = { ...known, failed: known.failed + missed };
  const at = services.now().toISOString();
  const moved = await ledger.moveRun(run.runId, { type: 'undone', at, counts, reportKey });
  if (moved.moved) log.info('run_undone', { runId: run.runId, ...counts });
  return { after: moved.now, left };
}

async function undoOne(run: Run, one: Undoable, services: TrackRunServices): Promise<void> {
  const { submission, importId } = one;
  const asked = run.undo?.at ?? run.startedAt;
  const events = await services.ledger.submissionEvents(submission);
  const valuesSha256 = valuesInHistory(events, submission, importId);
  const answer = await services.reverts?.revert(importId, asked, valuesSha256);
  const next = afterUndo(answer, run.laneSince ?? asked, services.now());
  if (next.kind === 'wait') return;
  if (next.kind === 'reverted') {
    const rows = await rowsOf(submission, services);
    const undone = next.records.map(
      ({ number, id, outcome, reason, code = 'refused_by_service' }): UndoneRow => ({
        row: rows[number - 1] ?? 0,
        outcome,
        recordId: id,
        ...(reason !== undefined && { reason, code }),
      }),
    );
    return recordRevert(one, { undone, ...next.counts }, services);
  }
  const { why } = next;
  const undone = (await writtenRows(submission, services)).map((row): UndoneRow => ({
    ...row,
    outcome: 'failed',
    ...statedFor(why),
  }));
  const failed = undone.length;
  // The words of the service may quote a cell.
  const reason = why.code === 'undo_refused' ? 'the service did not undo it' : reasonText(why);
  return recordRevert(one, { undone, reversed: 0, kept: 0, failed, reason }, services);
}

interface RevertResult extends Omit<Revert, 'importId'> {
  readonly undone: readonly UndoneRow[];
}

/** Stores the rows first, so that every recorded import has them. */
async function recordRevert(
  { submission, importId }: Undoable,
  { undone, ...counts }: RevertResult,
  { files, ledger, now }: TrackRunServices,
): Promise<void> {
  const { runId, batch } = submission;
  await files.put(runKeys.undone(runId, batch, importId), JSON.stringify(undone));
  const at = now().toISOString();
  await ledger.moveSubmission(submission, { type: 'reverted', at, importId, ...counts });
  log.info('import_undone', { runId, batch, importId, ...counts });
}

async function rowsOf(submission: Submission, { files }: TrackRunServices): Promise<readonly number[]> {
  return (await batchObjects.records.read(submission, files))?.rows ?? [];
}

const wrote: readonly string[] = ['created', 'updated', 'deleted', 'landed', 'unknown'];

/** The rows that an import wrote, or may have written. */
async function writtenRows(submission: Submission, services: TrackRunServices) {
  const outcomes = await batchObjects.outcomes.read(submission, services.files);
  if (outcomes === undefined)
    return (await rowsOf(submission, services)).map((row) => ({ row, recordId: '' }));
  return eachRecord(outcomes)
    .filter(({ status }) => wrote.includes(status))
    .map(({ row, recordId = '' }) => ({ row, recordId }));
}
