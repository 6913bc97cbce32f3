import { resetAfter, roomFor, usableOf, type RateBudget } from '@sluice/call-budget';
import type { Run } from '../run/schemas.ts';
import type { Submission, SubmissionStatus } from '../submission/schemas.ts';
import { isSettled } from '../submission/transitions.ts';

const hourMs = 3_600_000;
/** A longer pause between two answers was not work, but a wait for calls or for the service. */
const longestWorkMs = 5 * 60_000;
/** The pace is not known before so many answers. */
const leastAnswers = 3;

export interface EtaFacts {
  readonly run: Run;
  readonly submissions: readonly Submission[];
  /** The budget of the run's target; undefined if no limit is known. */
  readonly budget: RateBudget | undefined;
  /** Part of the limit that is left to others, from 0 to 1. */
  readonly reserve: number;
  readonly now: Date;
}

/**
 * When a run under way will end (ISO 8601): by the batches that are left, the pace so far, and the hours that their calls need,
 * as if no other run were under way and every batch passed. Null if that is not known: before three answers, while an outcome is
 * unknown, when nothing has moved for a while, or while the run waits for a person or another run.
 */
export function etaOf({ run, submissions, budget, reserve, now }: EtaFacts): string | null {
  const isGoingOn = run.status === 'checking' || run.status === 'importing';
  if (!isGoingOn || run.cancel !== undefined || run.reading === undefined) return null;
  if (submissions.some(({ status }) => status === 'unknown')) return null;
  const left = leftOf(run, submissions);
  const pace = paceOf(submissions, now);
  if (pace === undefined) return null;
  const atPace = now.getTime() + left.batches * pace;
  if (budget === undefined) return new Date(atPace).toISOString();
  const room = roomFor('send', { budget, reserve, now });
  if (left.sends <= room) return new Date(atPace).toISOString();
  // Sending always gets half of an hour's calls.
  const perHour = Math.max(1, Math.floor(usableOf(budget.limit, reserve) / 2));
  const wholeHours = Math.ceil((left.sends - room) / perHour) - 1;
  const inLastHour = left.sends - room - wholeHours * perHour;
  const byCalls = resetAfter(now).getTime() + wholeHours * hourMs + inLastHour * pace;
  return new Date(Math.max(atPace, byCalls)).toISOString();
}

const isSent: Record<SubmissionStatus, boolean> = {
  planned: false,
  parked: false,
  sending: false,
  accepted: true,
  unknown: true,
  succeeded: true,
  invalid: true,
  failed: true,
};

/** The batches of both phases that have not ended, and how many of them have not been sent. */
function leftOf({ status, reading }: Run, submissions: readonly Submission[]) {
  const of = (phase: Submission['phase']) => submissions.filter((one) => one.phase === phase);
  const ended = (all: readonly Submission[]) => all.filter((one) => isSettled(one.status)).length;
  const sent = (all: readonly Submission[]) => all.filter((one) => isSent[one.status]).length;
  const [dry, real] = [of('dry'), of('real')];
  const all = reading?.batches ?? 0;
  if (status === 'checking') return { batches: 2 * all - ended(dry), sends: 2 * all - sent(dry) };
  const passed = dry.filter((one) => one.status === 'succeeded').length;
  return { batches: passed - ended(real), sends: passed - sent(real) };
}

/** Milliseconds of work that a batch has taken so far in a phase; undefined if that is not known. */
function paceOf(submissions: readonly Submission[], now: Date): number | undefined {
  const accepted = submissions.flatMap(({ attempts }) =>
    attempts.filter(({ outcome }) => outcome === 'accepted').map(({ endedAt = '' }) => Date.parse(endedAt)),
  );
  const times = accepted.toSorted((one, other) => one - other);
  const last = times.at(-1);
  if (last === undefined || times.length < leastAnswers) return undefined;
  const isThrottled = submissions.some(
    ({ status, notBefore = '' }) => status === 'parked' && Date.parse(notBefore) > now.getTime(),
  );
  const sinceLast = now.getTime() - last;
  if (sinceLast > longestWorkMs && !isThrottled) return undefined;
  const gaps = [...times.slice(1), now.getTime()].map((time, index) => time - (times[index] ?? time));
  const work = gaps.filter((gap) => gap <= longestWorkMs).reduce((sum, gap) => sum + gap, 0);
  return work / times.length;
}
