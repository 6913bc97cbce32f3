import { reasonOf, type Reason } from '@sluice/contract';
import { are, number, rows, were } from '@sluice/contract/words';
import {
  countsOf,
  hasRowsToWrite,
  isSettled,
  unknownRows,
  type RunEventInput,
  type Counts,
  type Run,
  type RunEvent,
  type Submission,
} from '@sluice/ledger';
import { whyOf } from '../run-reason.ts';
import type { Stuck } from '../attempts/requeue.ts';

export type NextStep =
  | { readonly kind: 'wait' }
  /** The dry run is over and rows may be written: → importing. */
  | { readonly kind: 'import' }
  | { readonly kind: 'move'; readonly event: RunEventInput };

export interface RunProgress {
  readonly run: Run;
  /** The submissions of the run's phase. */
  readonly submissions: readonly Submission[];
  /** The submissions of the other phase. */
  readonly otherPhase: readonly Submission[];
  readonly stuck: readonly Stuck[];
  /** ISO 8601. */
  readonly at: string;
}

export function nextStep(progress: RunProgress): NextStep {
  const { run, submissions, stuck } = progress;
  const waitsForPerson = new Set(stuck.map(({ batch }) => batch));
  const atRest = (one: Submission) => isSettled(one.status) || waitsForPerson.has(one.batch);
  // A batch may not be in the ledger yet, or a real submission not planned.
  const isComplete = submissions.length === submissionsExpected(progress);
  if (!isComplete || !submissions.every(atRest)) return { kind: 'wait' };
  if (run.status === 'checking') return afterDryRun(progress);
  return run.status === 'importing' ? afterImport(progress) : { kind: 'wait' };
}

/** The number of submissions in this phase once all are planned. Only batches that passed their dry run, with a row to write, become real. */
function submissionsExpected({ run, otherPhase: others }: RunProgress): number {
  if (run.status === 'checking') return run.reading?.batches ?? 0;
  return others.filter(hasRowsToWrite).length;
}

/** Nothing is written unless every row passed, or the run skips invalid rows. */
function afterDryRun({ run, submissions, otherPhase: others, at }: RunProgress): NextStep {
  const refused = submissions.filter(({ status }) => status !== 'succeeded');
  const failedRows = countsOf(run, [...submissions, ...others]).failed;
  const hasPassed = refused.length === 0 && failedRows === 0;
  if (hasPassed && run.migration?.dryRun) return dryRunOver(at);
  if (hasPassed) return { kind: 'import' };
  if (run.migration?.dryRun !== true && run.invalidRows === 'skip' && refused.length < submissions.length)
    return { kind: 'import' };
  return { kind: 'move', event: { type: 'rejected', at, ...whyOf(whyRejected(run, failedRows, refused)) } };
}

function dryRunOver(at: string): NextStep {
  return { kind: 'move', event: { type: 'rejected', at, ...whyOf(reasonOf('dry_run_only')) } };
}

function whyRejected(run: Run, failedRows: number, refused: readonly Submission[]): Reason {
  if (failedRows > 0) {
    // Earlier steps of a migration may be undone, so that its rows would not fit any more.
    const code = run.migration === undefined ? 'wrong_rows' : 'wrong_rows_of_step';
    const all = rows(run.reading?.rows ?? 0);
    return reasonOf(code, { wrong: number(failedRows), rows: all, are: are(failedRows) });
  }
  const [{ batch = 0, reason: why = 'no reason was given' } = {}] = refused;
  return reasonOf('batch_not_passed', { batch, why });
}

function afterImport({ run, submissions, otherPhase: others, stuck, at }: RunProgress): NextStep {
  const counts = countsOf(run, [...others, ...submissions]);
  if (stuck.length > 0 || counts.unknown > 0) {
    const [first = submissions.find((one) => unknownRows(one) > 0)] = stuck;
    const stuckBatches = new Set(stuck.map(({ batch }) => batch));
    const accepted = submissions.filter(
      ({ batch, status }) => status === 'accepted' && stuckBatches.has(batch),
    );
    const unknown = accepted.reduce((sum, one) => sum + one.rows, counts.unknown);
    const batch = first?.reason === undefined ? '' : ` Batch ${first.batch}: ${first.reason}.`;
    const why = whyOf(reasonOf('rows_unknown', { rows: rows(unknown), batch }));
    return { kind: 'move', event: { type: 'decisionNeeded', at, ...why } };
  }
  return { kind: 'move', event: { type: 'finished', at, ...finishOf(counts) } };
}

/** The final status. A skipped row does no harm: it is a duplicate in the file, and landed once. */
function finishOf(
  counts: Counts,
): Pick<Extract<RunEvent, { type: 'finished' }>, 'status' | 'reason' | 'reasonCodes'> {
  const { created, updated, unchanged, deleted, landed, failed, notAttempted } = counts;
  const good = created + updated + unchanged + deleted + landed;
  if (failed + notAttempted === 0) return { status: 'succeeded' };
  const missing = [
    ...(failed > 0 ? [`${rows(failed)} failed`] : []),
    ...(notAttempted > 0 ? [`${rows(notAttempted)} ${were(notAttempted)} not attempted`] : []),
  ];
  const why = whyOf(reasonOf('rows_not_written', { which: missing.join(', and ') }));
  return { status: good > 0 ? 'partly_succeeded' : 'failed', ...why };
}
