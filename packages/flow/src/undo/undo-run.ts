import { log } from '@sluice/lambda-kit';
import {
  toRevert,
  undoCountsOf,
  type Revert,
  type Run,
  type Submission,
  type Undoable,
} from '@sluice/ledger';
import { horizonMs } from '../track/import-status.ts';
import { parallel } from '@sluice/parallel';
import type { Reverts } from './reverts.ts';
import { batchObjects, runKeys } from '../run-objects.ts';
import type { TrackRunServices } from '../track/tracked-run.ts';
import { unresolvedRows } from './unresolved-rows.ts';
import { undoReport, type UndoneRow } from './undo-report.ts';

export interface UndoStep {
  readonly after: Run;
  /** Changes with every import that is dealt with. */
  readonly left: number;
}

const atOnce = 8;
const mostPerStep = 40;
/** Leaves the rest of the function's minute to what is under way: a service that hangs takes its time for each. */
const askingMs = 20_000;

/**
 * One step of undoing a run: asks the service to undo each of its imports, the last one first, and writes down those that are
 * dealt with. Asking again does no harm, so a crash repeats it. At the end the report, and then the run.
 */
export async function undoStep(
  run: Run,
  submissions: readonly Submission[],
  services: TrackRunServices,
): Promise<UndoStep> {
  const { ledger } = services;
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
  await services.files.upload(reportKey, undoReport(now, services.files, unresolved));
  const told = undoCountsOf(now);
  const counts = { ...told, failed: told.failed + missed };
  const at = services.now().toISOString();
  const moved = await ledger.moveRun(run.runId, { type: 'undone', at, counts, reportKey });
  if (moved.moved) log.info('run_undone', { runId: run.runId, ...counts });
  return { after: moved.now, left };
}

async function undoOne(run: Run, one: Undoable, services: TrackRunServices): Promise<void> {
  const { submission, importId } = one;
  const asked = run.undo?.at ?? run.startedAt;
  const answer = await askFor(services.reverts, importId, asked);
  const begun = run.laneSince ?? asked;
  const isLate = services.now().getTime() - Date.parse(begun) > horizonMs;
  if (answer.kind === 'awaited' && !isLate) return;
  if (answer.kind === 'reverted' && services.reverts !== undefined) {
    const rows = await rowsOf(submission, services);
    const undone: UndoneRow[] = [];
    for await (const { number, id, outcome, reason } of services.reverts.records(importId))
      undone.push({
        row: rows[number - 1] ?? 0,
        outcome,
        recordId: id,
        ...(reason !== undefined && { reason }),
      });
    return writeDown(one, { undone, ...answer.counts }, services);
  }
  const why = answer.kind === 'refused' ? answer.message : 'no end of the undo could be learned within a day';
  const undone = (await writtenRows(submission, services)).map((row): UndoneRow => ({
    ...row,
    outcome: 'failed',
    reason: why,
  }));
  const failed = undone.length;
  const reason = answer.kind === 'refused' ? 'the service did not undo it' : why;
  return writeDown(one, { undone, reversed: 0, kept: 0, failed, reason }, services);
}

async function askFor(reverts: Reverts | undefined, importId: string, since: string) {
  if (reverts !== undefined) return reverts.revert(importId, since);
  return { kind: 'refused', message: 'the settings name no address where imports are undone' } as const;
}

interface Dealt extends Omit<Revert, 'importId'> {
  readonly undone: readonly UndoneRow[];
}

/** The rows first: an import that is dealt with always has them. */
async function writeDown(
  { submission, importId }: Undoable,
  { undone, ...counts }: Dealt,
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

/** Those that an undo would have been about: what the import wrote, or may have written. */
async function writtenRows(submission: Submission, services: TrackRunServices) {
  const outcomes = await batchObjects.outcomes.read(submission, services.files);
  if (outcomes === undefined)
    return (await rowsOf(submission, services)).map((row) => ({ row, recordId: '' }));
  return outcomes
    .filter(({ status }) => wrote.includes(status))
    .map(({ row, recordId = '' }) => ({ row, recordId }));
}
