import { reasonOf, type Reason } from '@sluice/contract';
import { log } from '@sluice/aws-kit/handlers';
import {
  countsOf,
  nothingRead,
  quietMs,
  unknownRows,
  type EndedStatus,
  type Run,
  type RunStatus,
  type Submission,
} from '@sluice/ledger';
import { whyOf } from '../run-reason.ts';
import { ambiguousAttempts } from '../attempts/attempts.ts';
import { expireLease } from '../attempts/requeue.ts';
import type { TrackedRun, TrackRunServices } from '../attempts/tracked-run.ts';
import { pollImports } from '../attempts/poll-imports.ts';

export interface Stopped {
  readonly after: Run;
  readonly restSeconds: number;
}

/**
 * Ends a run that a person cancelled. No worker sends for it any more. Real imports in flight are awaited; what cannot end
 * by itself stays unknown (invariants 1, 12).
 */
export async function endCancelled(
  tracked: TrackedRun,
  step: number,
  services: TrackRunServices,
): Promise<Stopped> {
  const { run } = tracked;
  if (tracked.phase === 'real') {
    for (const submission of tracked.submissions()) await expireLease(submission, tracked, services);
    const { stuck, restSeconds } = await pollImports(tracked, step, services);
    const isStuck = new Set(stuck.map(({ batch }) => batch));
    const awaited = inFlight(tracked.submissions()).filter(({ batch }) => !isStuck.has(batch));
    if (awaited.length > 0) return { after: run, restSeconds };
  }
  const moved = await services.ledger.moveRun(run.runId, {
    type: 'cancelled',
    at: services.now().toISOString(),
    ...whyOf(whereItStopped(tracked)),
    ...quietPeriod(tracked),
    ...(run.status === 'reading' && { reading: nothingRead }),
  });
  if (moved.moved) log.info('run_moved', { runId: run.runId, status: moved.now.status });
  return { after: moved.now, restSeconds: 0 };
}

/** Until then an import may still write although its answer was lost, so the run keeps its lane (invariant 9). */
function quietPeriod({ phase, submissions }: TrackedRun): { readonly quietUntil?: string } {
  const unknown = submissions().filter((one) => unknownRows(one) > 0);
  const sent = unknown.flatMap(ambiguousAttempts).map(({ sentAt }) => Date.parse(sentAt));
  if (phase === 'dry' || sent.length === 0) return {};
  return { quietUntil: new Date(Math.max(...sent) + quietMs).toISOString() };
}

/** Submissions that may still end by themselves. */
export function inFlight(submissions: readonly Submission[]): Submission[] {
  return submissions.filter(({ status }) => status === 'sending' || status === 'accepted');
}

const during: Partial<Record<RunStatus, string>> = {
  reading: 'while the file was read',
  queued: 'before its dry run',
  checking: 'during the dry run',
  awaiting_approval: 'while it waited for approval',
  importing: 'while importing',
  needs_decision: 'while it waited for a decision',
} satisfies Record<Exclude<RunStatus, EndedStatus | 'undoing'>, string>;

function whereItStopped({ run, phase, otherPhase, submissions }: TrackedRun): Reason {
  const when = during[run.status] ?? '';
  const by = run.cancel?.by ?? 'somebody';
  if (phase === 'dry') return reasonOf('run_cancelled', { by, when, sent: 'Nothing was written.' });
  const real = submissions();
  const sent = real.filter(({ attempts }) => attempts.some(({ outcome }) => outcome !== 'not_sent')).length;
  const planned = run.reading?.batches ?? 0;
  const everything = planned === 1 ? 'Its one batch had been sent' : `All ${planned} batches had been sent`;
  const batches = sent === planned ? everything : `${sent} of ${planned} batches had been sent`;
  const { unknown } = countsOf({ ...run, status: 'cancelled' }, [...otherPhase, ...real]);
  const open = unknown === 0 ? '' : `, and the outcome of ${unknown} of their rows is unknown`;
  const others = sent === planned ? '' : '; the others were not';
  return reasonOf('run_cancelled', { by, when, sent: `${batches}${open}${others}.` });
}
