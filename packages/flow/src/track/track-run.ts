import { log } from '@sluice/aws-kit/handlers';
import {
  asksPerson,
  checkOf,
  isAtWork,
  isEnded,
  mayAsk,
  progressOf,
  trackerWorkSchema,
  waitsForLane,
  type Progress,
  type Run,
  workAfter,
  type TrackerWork,
} from '@sluice/ledger';
import { isNoticeSettled } from '@sluice/ledger/notice';
import * as z from 'zod';
import { recheckApproved, withApproval, withClaim } from './before-import.ts';
import { markRestored } from '../attempts/mark-restored.ts';
import { nextStep, type NextStep } from './next-step.ts';
import { planRealSubmissions } from '../attempts/plan-real.ts';
import { requeueSubmissions } from '../attempts/requeue.ts';
import { enterLane, secondsToWait, wakeNext, type Entered } from '../attempts/lane.ts';
import { trackedRun, messageOf, type TrackedRun, type TrackRunServices } from '../attempts/tracked-run.ts';
import { measureOldest } from '../measure/measure-runs.ts';
import { pollImports } from '../attempts/poll-imports.ts';
import { pollAfterEnd, pollWhileAsking, resumeIfDecided } from '../late/late-imports.ts';
import { inFlight, endCancelled } from './cancel.ts';
import { undoStep } from '../undo/undo-run.ts';
import { isStalled, nextPace, progressKeyOf, type NextPace } from './waits.ts';

/** The state of the tracking machine: the input of the execution, then the output of each step. */
export const trackInputSchema = z.object({
  runId: z.string().min(1),
  /** The number of this execution. It retires once there is a later one. */
  tracker: z.int().min(1).optional(),
  polls: z.int().min(0),
  waitSeconds: z.number().optional(),
  progressKey: z.string().optional(),
  unchangedSince: z.string().optional(),
  /** Absent in the first step of an execution. */
  work: trackerWorkSchema.optional(),
});
export interface TrackInput extends z.infer<typeof trackInputSchema> {
  /** How long this invocation has waited for the step; absent in its first one. */
  readonly stayedMs?: number;
}

export interface TrackOutput extends NextPace {
  readonly runId: string;
  readonly tracker?: number;
  readonly next: 'wait' | 'report' | 'done';
  /** Its batches go on, so that something will move soon. */
  readonly isAtWork: boolean;
  readonly work: TrackerWork;
}

/** Each takes about 11 of the 25,000 events that an execution may have. Then the sweep starts the next one. */
const mostPolls = 1500;

/** One step of tracking: requeues what is due, polls imports, and moves the run one step further. */
export async function trackRun(input: TrackInput, services: TrackRunServices): Promise<TrackOutput> {
  const { ledger, now } = services;
  const known = input.work
    ? { run: await ledger.run(input.runId), progress: { work: input.work } }
    : await ledger.runWithProgress(input.runId);
  if (known?.run === undefined) throw new Error(`The ledger has no run ${input.runId}`);
  const found = await markRestored(known.run, services);
  const stored = await ledger.submissions(found.runId);
  const entered = await enterLane(await resumeIfDecided(found, stored, services), services);
  const { run } = entered;
  // Submissions must not be older than their run: without its real ones, a run that imports seems to have failed.
  const submissions = run.version === found.version ? stored : await ledger.submissions(run.runId);
  const tracked = trackedRun(run, submissions, { ledger });
  const { after, left, awaits, restsFor, ...pacing } = waitsForLane(run)
    ? waiting(entered, services.now())
    : await step(tracked, input, services);
  await wakeNext(after, services);
  const progressKey = `${after.status} ${progressKeyOf(tracked.submissions())}${left === undefined ? '' : ` left=${left}`}`;
  const hasMoved = progressKey !== input.progressKey;
  const work = workAfter(known.progress?.work, {
    at: now(),
    read: submissions.length,
    status: after.status,
    submissions: tracked.submissions(),
    hasMoved,
    stayedMs: input.stayedMs,
  });
  // A poll that changed nothing does not write, unless the run waits for calls.
  if (hasMoved || restsFor !== undefined) {
    const progress = progressOf(after, [...tracked.otherPhase, ...tracked.submissions()], work);
    const until = new Date(now().getTime() + pacing.restSeconds * 1000).toISOString();
    const rest = restsFor === undefined ? undefined : { until, why: restsFor };
    await ledger.keepProgress(run.runId, waitingForCalls(progress, rest));
  }
  measureOldest(after, tracked.submissions(), now());
  // Otherwise only submissions in flight are due.
  const mayStillSend = run.cancel === undefined && run.status !== 'undoing' && run.status !== 'queued';
  const due = mayStillSend ? tracked.submissions() : inFlight(tracked.submissions());
  const pace = nextPace(input, { submissions: due, progressKey, now: now(), queuedAgain: false, ...pacing });
  const { tracker } = input;
  const isRelieved = tracker !== undefined && tracker < after.trackers;
  const next = isRelieved ? 'done' : nextState(after, pace, awaits);
  return {
    runId: run.runId,
    ...(tracker !== undefined && { tracker }),
    ...pace,
    next,
    isAtWork: isAtWork(after.status),
    work,
  };
}

/** Only while nothing else goes on: what is not sent yet may have calls of its own. */
function waitingForCalls(progress: Progress, rest: Progress['waits']): Progress {
  const { batches, sent } = progress.status === 'importing' ? progress.real : progress.dry;
  return { ...progress, waits: progress.waits ?? (sent === batches ? rest : undefined) };
}

interface StepResult {
  readonly after: Run;
  readonly restSeconds: number;
  /** Why calls rest. */
  readonly restsFor?: string | undefined;
  readonly sendsFrom?: Date | undefined;
  readonly queuedAgain?: boolean;
  readonly hasMore?: boolean;
  /**
   * Whether the execution goes on, where the status alone does not say so: it does while a late import of a run that has ended or
   * asks a person goes on, and it does not while only another run's end lets this one go on.
   */
  readonly awaits?: boolean | undefined;
  /** Imports that are not undone yet. */
  readonly left?: number;
}

function waiting(entered: Entered, now: Date): StepResult {
  const seconds = secondsToWait(entered, now);
  return { after: entered.run, restSeconds: seconds ?? 0, awaits: seconds !== undefined };
}

async function step(tracked: TrackedRun, input: TrackInput, services: TrackRunServices): Promise<StepResult> {
  const { run } = tracked;
  if (isEnded(run.status)) return pollAfterEnd(tracked, input.polls, services);
  if (run.status === 'undoing')
    return {
      ...(await undoStep(run, [...tracked.otherPhase, ...tracked.submissions()], services)),
      restSeconds: 0,
    };
  if (run.cancel !== undefined) return endCancelled(tracked, input.polls, services);
  if (run.status === 'needs_decision') return pollWhileAsking(tracked, input.polls, services);
  return isAtWork(run.status) ? advance(tracked, input, services) : { after: run, restSeconds: 0 };
}

async function advance(
  tracked: TrackedRun,
  input: TrackInput,
  services: TrackRunServices,
): Promise<StepResult> {
  if (tracked.phase === 'real') await planReal(tracked.run, tracked, services);
  const checkedAgain = await recheckApproved(tracked, services);
  const { stuck, sendsFrom } = await requeueSubmissions(tracked, services);
  const queuedAgain = checkedAgain || (await queueStalled(tracked, input, services));
  const polled = await pollImports(tracked, input.polls, services);
  const proposed = nextStep({
    run: tracked.run,
    submissions: tracked.submissions(),
    otherPhase: tracked.otherPhase,
    stuck: [...stuck, ...polled.stuck],
    at: services.now().toISOString(),
  });
  const allowed = await withClaim(await withApproval(proposed, tracked, services), tracked.run, services);
  const after = await apply(allowed, tracked, services);
  const { restSeconds, restsFor, hasMore } = polled;
  return { after, restSeconds, restsFor, sendsFrom, queuedAgain, hasMore };
}

async function apply(next: NextStep, tracked: TrackedRun, services: TrackRunServices): Promise<Run> {
  const { run } = tracked;
  if (next.kind === 'wait') return run;
  const at = services.now().toISOString();
  const event =
    next.kind === 'import'
      ? ({ type: 'importingStarted', at, ...(mayAsk(run) && { check: checkOf(run) }) } as const)
      : next.event;
  const moved = await services.ledger.moveRun(run.runId, event);
  if (moved.moved) log.info('run_moved', { runId: run.runId, status: moved.now.status });
  if (moved.now.status === 'importing' && tracked.phase === 'dry')
    await planReal(moved.now, trackedRun(moved.now, tracked.submissions(), services), services);
  return moved.now;
}

/** Plans the real submissions, or those that a crash left out, and sends their messages. */
async function planReal(
  { runId }: Run,
  tracked: TrackedRun,
  { ledger, batches }: TrackRunServices,
): Promise<void> {
  const known = [...tracked.otherPhase, ...tracked.submissions()];
  const planned = await planRealSubmissions(runId, known, ledger);
  if (planned.length > 0) await batches.send(planned.map((batch) => ({ v: 1, runId, batch, phase: 'real' })));
}

/**
 * Sends the messages of planned batches when this execution first sees the run in this status: it has just taken its lane,
 * or a crash may have lost some. Later it sends them again only after a stall: while anything moves, planned batches just
 * wait for their turn.
 */
async function queueStalled(
  tracked: TrackedRun,
  input: TrackInput,
  { batches, now }: TrackRunServices,
): Promise<boolean> {
  const planned = tracked.submissions().filter(({ status }) => status === 'planned');
  const progressKey = `${tracked.run.status} ${progressKeyOf(tracked.submissions())}`;
  const isNew = input.progressKey?.startsWith(`${tracked.run.status} `) !== true;
  if (planned.length === 0 || !(isNew || isStalled(input, { progressKey, now: now() }))) return false;
  log.info(isNew ? 'batches_queued' : 'batches_requeued', {
    runId: tracked.run.runId,
    batches: planned.length,
  });
  await batches.send(planned.map(messageOf));
  return true;
}

function nextState(run: Run, { polls }: NextPace, awaits: boolean | undefined): TrackOutput['next'] {
  const isAtRest = isEnded(run.status) || asksPerson(run.status);
  if (isAtRest && !isNoticeSettled(run.notice)) return 'report';
  return (awaits ?? !isAtRest) && polls < mostPolls ? 'wait' : 'done';
}
