import { log } from '@sluice/aws-kit/handlers';
import {
  awaitedLate,
  countsOf,
  toDecide,
  newLateImports,
  runTransitions,
  type Attempt,
  type LateImport,
  type Ledger,
  type Run,
  type Submission,
} from '@sluice/ledger';
import { isNoticeSettled } from '@sluice/ledger/notice';
import type { Clock } from '../ports.ts';
import { graceMs, stuckAfterMs, importStatusOf } from '../attempts/import-status.ts';
import { afterLateImport, sluice } from '../attempts/next.ts';
import { pollImports } from '../attempts/poll-imports.ts';
import { trackedRun, type TrackedRun, type TrackRunServices } from '../attempts/tracked-run.ts';

/**
 * Who deals with an importId that arrives late, by the status of its run (invariant 4):
 * - importing: the tracker polls it with the others, before a refusal of its batch counts (`other-copies.ts`). If a person
 *   declared that the batch was not applied, it waits for the end of the run.
 * - needs_decision: the tracker polls it (`pollWhileAsking`). Its outcome may answer the question.
 * - undoing: the undo reverts every import that the batch ever had.
 * - ended: the run is open again (`reopenForLateImports`) until the import has ended and one more mail was sent.
 */

/**
 * Reopens a run that ended before some importIds arrived. The sweep finds it open and starts its tracker, which polls
 * them.
 */
export async function reopenForLateImports(
  run: Run,
  submissions: readonly Submission[],
  { ledger, now }: { readonly ledger: Pick<Ledger, 'moveRun'>; readonly now: Clock },
): Promise<void> {
  const { runId, status } = run;
  if (runTransitions[status].lateImportReceived === 'refused') return;
  for (const { batch, importId } of newLateImports(run, submissions)) {
    const at = now().toISOString();
    const { moved } = await ledger.moveRun(runId, { type: 'lateImportReceived', at, batch, importId });
    if (moved) log.info('late_import_noted', { runId, batch, importId });
  }
}

export interface LatePolls {
  readonly after: Run;
  readonly restSeconds: number;
  /** Some import has not ended yet. */
  readonly awaits: boolean;
}

/** A run that waits for a person goes on once nothing is left to decide. */
export async function resumeIfDecided(
  run: Run,
  submissions: readonly Submission[],
  { ledger, now }: TrackRunServices,
): Promise<Run> {
  const isDecided = run.status === 'needs_decision' && toDecide(run, submissions).length === 0;
  if (!isDecided || run.cancel !== undefined) return run;
  const { now: after } = await ledger.moveRun(run.runId, { type: 'resumed', at: now().toISOString() });
  log.info('run_moved', { runId: run.runId, status: after.status });
  return after;
}

/** A submission with its attempt that got an importId late. */
interface LateAttempt {
  readonly submission: Submission;
  readonly attempt: Attempt;
}

/** Open questions for which an importId arrived after the person was asked, as from a worker that seemed dead. */
export function answerableQuestions(
  run: Pick<Run, 'status' | 'questions' | 'cancel' | 'questionAt'>,
  submissions: readonly Submission[],
  now: Date,
): LateAttempt[] {
  const { questionAt } = run;
  if (questionAt === undefined) return [];
  return toDecide(run, submissions).flatMap((submission) => {
    const attempt = submission.attempts.findLast(
      ({ importId, endedAt = '' }) => importId && endedAt > questionAt,
    );
    const isAwaited =
      attempt !== undefined && now.getTime() - Date.parse(attempt.endedAt ?? '') < stuckAfterMs;
    return isAwaited ? [{ submission, attempt }] : [];
  });
}

/** If the outcome of a late import accounts for the rows, it answers the question without a person (invariant 3). */
export async function pollWhileAsking(
  tracked: TrackedRun,
  step: number,
  services: TrackRunServices,
): Promise<LatePolls> {
  const answerable = () => answerableQuestions(tracked.run, tracked.submissions(), services.now());
  for (const one of answerable()) await attachIfCertain(one, tracked, services);
  const batches = new Set(answerable().map(({ submission }) => submission.batch));
  for (const { batch, status, decided } of tracked.submissions())
    if (status === 'accepted' && decided?.by === sluice && decided.question === tracked.run.questions)
      batches.add(batch);
  if (batches.size === 0) return { after: tracked.run, restSeconds: 0, awaits: false };
  const some = onlyBatches(tracked, batches);
  const { restSeconds } = await pollImports(some, step, services);
  const after = await resumeIfDecided(tracked.run, tracked.submissions(), services);
  return { after, restSeconds, awaits: some.submissions().some(({ status }) => status === 'accepted') };
}

/** Polls each late import. If its batch had no known outcome, that of the import counts. One more mail follows. */
export async function pollAfterEnd(
  tracked: TrackedRun,
  step: number,
  services: TrackRunServices,
): Promise<LatePolls> {
  const { run } = tracked;
  const late = awaitedLate(run);
  if (late.length === 0 || !isNoticeSettled(run.notice)) return { after: run, restSeconds: 0, awaits: false };
  // It may have written after others did.
  await services.ledger.startWriting(run);
  const real = trackedRun(run, [...tracked.otherPhase, ...tracked.submissions()], {
    ledger: services.ledger,
    phase: 'real',
  });
  const some = onlyBatches(real, new Set(late.map(({ batch }) => batch)));
  for (const submission of some.submissions()) {
    const attempt = submission.attempts.findLast(({ importId }) => importId === submission.importId);
    if (attempt !== undefined) await attachIfCertain({ submission, attempt }, some, services);
  }
  const { restSeconds } = await pollImports(some, step, services);
  let after = run;
  for (const one of late) {
    const status = await endOf(one, some, services);
    if (status === undefined) continue;
    const { batch, importId } = one;
    const counts = countsOf(run, [...real.otherPhase, ...real.submissions()]);
    const at = services.now().toISOString();
    const event = { type: 'lateImportEnded', at, batch, importId, status, counts } as const;
    after = (await services.ledger.moveRun(run.runId, event)).now;
  }
  return { after, restSeconds, awaits: awaitedLate(after).length > 0 };
}

function onlyBatches(tracked: TrackedRun, batches: ReadonlySet<number>): TrackedRun {
  return { ...tracked, submissions: () => tracked.submissions().filter(({ batch }) => batches.has(batch)) };
}

/** Undefined while the import goes on, or while its batch has not taken its outcome. */
async function endOf(
  { at, batch, importId }: LateImport,
  tracked: TrackedRun,
  { service, budget, now }: TrackRunServices,
): Promise<string | undefined> {
  const age = now().getTime() - Date.parse(at);
  if (age > stuckAfterMs) return 'not ended within a day';
  const isOpen = tracked.submissions().some((one) => one.batch === batch && one.status === 'accepted');
  if ((await budget.take('poll')).calls === 0) return undefined;
  const answer = await importStatusOf(importId, service);
  if (answer?.kind === 'refused' && answer.code === 'not_found')
    return age > graceMs ? 'unknown to the service' : undefined;
  if (answer?.kind !== 'ok' || isOpen) return undefined;
  const { done, status } = answer.output.importStatus;
  return done ? status : undefined;
}

async function attachIfCertain(
  { submission, attempt }: LateAttempt,
  tracked: TrackedRun,
  { now }: TrackRunServices,
): Promise<void> {
  const event = afterLateImport({ run: tracked.run, submission, now: now() }, attempt);
  if (event !== undefined) await tracked.move(submission, event);
}
