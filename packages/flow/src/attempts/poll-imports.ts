import { log } from '@sluice/aws-kit/handlers';
import { callsSpent, type CallBudget } from '@sluice/ledger/call-budget';
import type { Submission } from '@sluice/ledger';
import { acceptedAt, awaitedFor, stuckAfterMs, importStatusOf } from './import-status.ts';
import { afterStatus, noEnd } from './next.ts';
import type { Stuck } from './requeue.ts';
import { recordEnd, type PollResult } from './import-end.ts';
import type { TrackedRun, TrackRunServices } from './tracked-run.ts';

/** Calls at a time, once several imports in a row have ended. */
const atOnce = 8;
const mostPerStep = 200;
/** Imports end about in the order in which they were accepted: if these go on, hardly any later one has ended. */
const atFirst = 2;
/** Every so many steps start elsewhere than at the oldest, so that one that never ends does not block the rest. */
const elsewhereEvery = 4;
const longestRestSeconds = 300;
/** Leaves the rest of the function's minute to calls in flight and to the ledger. */
const pollingMs = 30_000;

export interface Polled {
  readonly stuck: readonly Stuck[];
  /** Seconds without calls that the service asks for, or 0. */
  readonly restSeconds: number;
  /** Why there are none. */
  readonly restsFor?: string | undefined;
  /** The step ran out of time: polling again at once will find more ends. */
  readonly hasMore: boolean;
}

/**
 * Polls the accepted imports, the oldest first, and records those that are done. It stops after a few that go on, so that
 * the calls of a run grow with its batches, not with their square.
 */
export async function pollImports(
  tracked: TrackedRun,
  step: number,
  services: TrackRunServices,
): Promise<Polled> {
  const awaited = inTurn(
    tracked.submissions().filter(({ status }) => status === 'accepted'),
    step,
  );
  if (awaited.length === 0) return { stuck: [], restSeconds: 0, hasMore: false };
  const calls = callsTo(services.budget);
  const until = services.now().getTime() + pollingMs;
  const stuck: Stuck[] = [];
  let [restSeconds, begun, lastEnded, asked, asking] = [0, 0, 0, 0, 0];
  let restsFor: string | undefined;
  /** The turns of those that go on. */
  const goOn: number[] = [];
  const goOnAtEnd = () => goOn.filter((turn) => turn > lastEnded).length;
  // An import that goes on ends its chain of calls; one that has ended adds another chain, unless all later ones go on.
  const ask = async (): Promise<void> => {
    const mayNeedApproval = restSeconds === 0 && services.now().getTime() < until;
    const submission = mayNeedApproval ? awaited.shift() : undefined;
    if (submission === undefined) return;
    asking += 1;
    const turn = (begun += 1);
    const hasCall = calls.next() || ((await calls.take(awaited.length + 1)) && calls.next());
    const found = hasCall ? await pollOne(submission, tracked, services) : undefined;
    asking -= 1;
    if (found === undefined) return;
    asked += 1;
    if (found.kind === 'notYet') {
      goOn.push(turn);
      return;
    }
    if (found.kind === 'stuck') stuck.push({ batch: submission.batch, reason: found.reason });
    if (found.kind === 'rest') ({ seconds: restSeconds, why: restsFor } = found);
    if (found.kind !== 'ended') return ask();
    lastEnded = Math.max(lastEnded, turn);
    await Promise.all(asking + goOnAtEnd() < atOnce - 1 ? [ask(), ask()] : [ask()]);
  };
  await Promise.all(Array.from({ length: atFirst }, ask));
  const again = calls.end();
  restSeconds = Math.max(restSeconds, secondsUntil(again, services.now()));
  // Imports that were not polled are as overdue as those that were.
  if (asked > 0 && lastEnded === 0 && tracked.phase === 'real') stuck.push(...overdue(tracked, services));
  return {
    stuck,
    restSeconds,
    restsFor: again === undefined ? restsFor : callsSpent,
    hasMore: restSeconds === 0 && goOn.length === 0 && lastEnded > 0 && isLeft(tracked),
  };
}

const isLeft = (tracked: TrackedRun): boolean =>
  tracked.submissions().some(({ status }) => status === 'accepted');

function overdue(tracked: TrackedRun, { now }: TrackRunServices): Stuck[] {
  return tracked
    .submissions()
    .filter((submission) => submission.status === 'accepted' && awaitedFor(submission, now()) > stuckAfterMs)
    .map(({ batch, importId }) => ({ batch, reason: noEnd(importId) }));
}

/** The calls of one step, taken from the hour's budget some at a time. */
function callsTo(budget: CallBudget) {
  let [left, again]: [number, Date | undefined] = [0, undefined];
  return {
    next: (): boolean => {
      if (left === 0) return false;
      left -= 1;
      return true;
    },
    /** Takes more, unless the budget ran short before. */
    take: async (awaited: number): Promise<boolean> => {
      if (again !== undefined) return false;
      const taken = await budget.take('poll', Math.min(atOnce, awaited));
      left += taken.calls;
      again ??= taken.again;
      return left > 0;
    },
    /** Gives back unused calls. @returns when there are more, if the budget ran short */
    end: (): Date | undefined => {
      budget.giveBack('poll', left);
      return again;
    },
  };
}

function secondsUntil(again: Date | undefined, now: Date): number {
  if (again === undefined) return 0;
  return Math.min(longestRestSeconds, Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000)));
}

function inTurn(awaited: readonly Submission[], step: number): Submission[] {
  const oldestFirst = awaited.toSorted((one, other) => acceptedAt(one).localeCompare(acceptedAt(other)));
  const isElsewhere = step % elsewhereEvery === elsewhereEvery - 1;
  const from = isElsewhere ? (Math.floor(step / elsewhereEvery + 1) * atFirst) % awaited.length : 0;
  return [...oldestFirst.slice(from), ...oldestFirst.slice(0, from)].slice(0, mostPerStep);
}

async function pollOne(
  submission: Submission,
  tracked: TrackedRun,
  services: TrackRunServices,
): Promise<PollResult> {
  const { runId, batch, phase, importId = '' } = submission;
  const answer = await importStatusOf(importId, services.service);
  const next = afterStatus({ submission, now: services.now() }, answer);
  if (answer?.kind === 'refused')
    log.info('import_status_refused', { runId, batch, phase, importId, code: answer.code });
  return next.kind === 'done' || next.kind === 'lost'
    ? recordEnd(submission, next, { tracked, services })
    : next;
}
