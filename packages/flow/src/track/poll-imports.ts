import { log } from '@sluice/lambda-kit';
import type { CallBudget } from '@sluice/call-budget';
import type { Submission } from '@sluice/ledger';
import { askService } from './import-status.ts';
import { acceptedAt, awaitedFor, graceMs, horizonMs } from './import-age.ts';
import type { Stuck } from './requeue.ts';
import { recordLost, readEnd, type Found } from './import-end.ts';
import type { TrackedRun, TrackRunServices } from './tracked-run.ts';

/** Asked at once, once several in a row have ended. */
const atOnce = 8;
const mostPerStep = 200;
/** Imports end about in the order in which they were taken, so behind these, if they go on, hardly any has ended. */
const atFirst = 2;
/** Every so many steps others than the oldest come first: one that never ends must not stand before the rest. */
const elsewhereEvery = 4;
/** Seconds. */
const longestRest = 300;
/** Leaves the rest of the function's minute to answers under way and to the ledger. */
const askingMs = 30_000;

export interface Polled {
  readonly stuck: readonly Stuck[];
  /** Seconds that the service asks to be left alone, or 0. */
  readonly restSeconds: number;
  /** The step was over before the ends were: the next one has more to learn at once. */
  readonly hasMore: boolean;
}

/**
 * Asks for the imports whose end is awaited, the oldest first, and writes down those that are done. It stops at a few that go on,
 * so that what a run asks for grows with its batches, not with their square.
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
  const until = services.now().getTime() + askingMs;
  const stuck: Stuck[] = [];
  let [restSeconds, ended, goOn, asked, asking] = [0, 0, 0, 0, 0];
  // Whoever meets an import that goes on asks no more; whoever meets an end is joined by another.
  const ask = async (): Promise<void> => {
    const mayAsk = restSeconds === 0 && services.now().getTime() < until;
    const submission = mayAsk ? awaited.shift() : undefined;
    if (submission === undefined) return;
    asking += 1;
    const hasCall = calls.next() || ((await calls.take(awaited.length + 1)) && calls.next());
    const found = hasCall ? await pollOne(submission, tracked, services) : undefined;
    asking -= 1;
    if (found === undefined) return;
    asked += 1;
    if (found.kind === 'notYet') {
      goOn += 1;
      return;
    }
    if (found.kind === 'stuck') stuck.push({ batch: submission.batch, reason: found.reason });
    if (found.kind === 'rest') restSeconds = found.seconds;
    if (found.kind === 'ended') ended += 1;
    await Promise.all(found.kind === 'ended' && asking + goOn < atOnce - 1 ? [ask(), ask()] : [ask()]);
  };
  await Promise.all(Array.from({ length: atFirst }, ask));
  restSeconds = Math.max(restSeconds, secondsUntil(calls.end(), services.now()));
  // Those that had no turn are as overdue as those that had one and did not end.
  if (asked > 0 && ended === 0 && tracked.phase === 'real') stuck.push(...overdue(tracked, services));
  return {
    stuck,
    restSeconds,
    hasMore: restSeconds === 0 && goOn === 0 && ended > 0 && isLeft(tracked),
  };
}

const isLeft = (tracked: TrackedRun): boolean =>
  tracked.submissions().some(({ status }) => status === 'accepted');

function overdue(tracked: TrackedRun, services: TrackRunServices): Stuck[] {
  return tracked
    .submissions()
    .filter((submission) => submission.status === 'accepted' && awaitedFor(submission, services) > horizonMs)
    .map(({ batch, importId }) => ({ batch, reason: noEnd(importId) }));
}

function noEnd(importId = ''): string {
  return `no end of import ${importId} could be learned within a day`;
}

/** The calls of one step, some at a time out of the hour's budget. */
function callsTo(budget: CallBudget) {
  let [left, again]: [number, Date | undefined] = [0, undefined];
  return {
    /** Whether there is one more at hand, which is then made. */
    next: (): boolean => {
      if (left === 0) return false;
      left -= 1;
      return true;
    },
    /** Takes more for so many, unless there were fewer than wanted before. */
    take: async (awaited: number): Promise<boolean> => {
      if (again !== undefined) return false;
      const taken = await budget.take('poll', Math.min(atOnce, awaited));
      left += taken.calls;
      again ??= taken.again;
      return left > 0;
    },
    /** Gives back what was not used. When there are more calls, where there were fewer than wanted. */
    end: (): Date | undefined => {
      budget.giveBack('poll', left);
      return again;
    },
  };
}

/** A step without calls costs none, and looks after the rest of the run. */
function secondsUntil(again: Date | undefined, now: Date): number {
  if (again === undefined) return 0;
  return Math.min(longestRest, Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000)));
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
): Promise<Found> {
  const { importId = '' } = submission;
  const around = { tracked, services };
  const answer = await askService(services.service, importId);
  if (answer?.kind === 'ok' && answer.output.importStatus.done) {
    const status = answer.output.importStatus;
    // As when a person attached the wrong one.
    const wroteNothing = submission.phase === 'real' && status.status === 'valid';
    if (wroteNothing)
      return { kind: 'stuck', reason: `import ${importId} is a dry run, which wrote nothing` };
    return readEnd(submission, status, around);
  }
  if (awaitedFor(submission, services) > horizonMs) return recordLost(submission, noEnd(importId), around);
  if (answer === undefined) return { kind: 'rest', seconds: 60 };
  if (answer.kind !== 'refused') return { kind: 'notYet' };
  const { runId, batch, phase } = submission;
  log.info('import_status_refused', { runId, batch, phase, importId, code: answer.code });
  if (answer.code === 'too_many_requests' || answer.code === 'unauthorized')
    return { kind: 'rest', seconds: 60 };
  const reason = `the service does not know import ${importId}`;
  const isLost = answer.code === 'not_found' && ageOf(submission, services) > graceMs;
  return isLost ? recordLost(submission, reason, around) : { kind: 'notYet' };
}

function ageOf({ attempts }: Submission, { now }: TrackRunServices): number {
  const sentAt = attempts.at(-1)?.sentAt;
  return sentAt === undefined ? 0 : now().getTime() - Date.parse(sentAt);
}
