import { number, rows } from '@sluice/mail/words';
import {
  countsOf,
  isSettled,
  type RunEventInput,
  type Counts,
  type Run,
  type RunEvent,
  type Submission,
} from '@sluice/ledger';
import type { Stuck } from './requeue.ts';

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

/** The number of submissions in this phase once all are planned. Only batches that passed their dry run become real. */
function submissionsExpected({ run, otherPhase: others }: RunProgress): number {
  if (run.status === 'checking') return run.reading?.batches ?? 0;
  return others.filter(({ status }) => status === 'succeeded').length;
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
  return { kind: 'move', event: { type: 'rejected', at, reason: whyRejected(run, failedRows, refused) } };
}

function dryRunOver(at: string): NextStep {
  const reason = 'This was a dry run: every row passed, and nothing was written.';
  return { kind: 'move', event: { type: 'rejected', at, reason } };
}

function whyRejected(run: Run, failedRows: number, refused: readonly Submission[]): string {
  if (failedRows > 0) {
    const verb = failedRows === 1 ? 'is' : 'are';
    return `${number(failedRows)} of ${rows(run.reading?.rows ?? 0)} ${verb} wrong, and nothing is written unless every row passes.`;
  }
  const [first] = refused;
  return `Nothing was written: batch ${first?.batch ?? 0} did not pass its dry run (${first?.reason ?? 'no reason was given'}).`;
}

function afterImport({ run, submissions, otherPhase: others, stuck, at }: RunProgress): NextStep {
  const counts = countsOf(run, [...others, ...submissions]);
  const [first] = stuck;
  if (first !== undefined || counts.unknown > 0) {
    const stuckBatches = new Set(stuck.map(({ batch }) => batch));
    const accepted = submissions.filter(
      ({ batch, status }) => status === 'accepted' && stuckBatches.has(batch),
    );
    const unknown = accepted.reduce((sum, one) => sum + one.rows, counts.unknown);
    const which = first === undefined ? '' : ` Batch ${first.batch}: ${first.reason}.`;
    const reason = `The outcome of ${rows(unknown)} is unknown.${which} Check the imports in the service and decide.`;
    return { kind: 'move', event: { type: 'decisionNeeded', at, reason } };
  }
  return { kind: 'move', event: { type: 'finished', at, ...finishOf(counts) } };
}

/** The final status. A skipped row does no harm: it is a duplicate in the file, and landed once. */
function finishOf(counts: Counts): Pick<Extract<RunEvent, { type: 'finished' }>, 'status' | 'reason'> {
  const { created, updated, unchanged, deleted, landed, failed, notAttempted } = counts;
  const good = created + updated + unchanged + deleted + landed;
  if (failed + notAttempted === 0) return { status: 'succeeded' };
  const missing = [
    ...(failed > 0 ? [`${rows(failed)} failed`] : []),
    ...(notAttempted > 0
      ? [`${rows(notAttempted)} ${notAttempted === 1 ? 'was' : 'were'} not attempted`]
      : []),
  ];
  const reason = `${missing.join(', and ')}. The result sheet gives the reasons.`;
  return { status: good > 0 ? 'partly_succeeded' : 'failed', reason };
}
