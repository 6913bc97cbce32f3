import { resetAfter, roomFor, usableOf, type RateBudget } from '@sluice/call-budget';
import type { Run } from '../run/schemas.ts';
import { longestWorkMs, type Progress } from '../run/progress.ts';

const hourMs = 3_600_000;
/** The pace is not known before so many answers. */
const leastAnswers = 3;

export interface EtaFacts {
  readonly run: Run;
  readonly progress: Progress;
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
export function etaOf({ run, progress, budget, reserve, now }: EtaFacts): string | null {
  const isGoingOn = run.status === 'checking' || run.status === 'importing';
  if (!isGoingOn || run.cancel !== undefined || run.reading === undefined) return null;
  if (progress.unknown > 0) return null;
  const left = leftOf(run, progress);
  const pace = paceOf(progress, now);
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

/** The batches of both phases that have not ended, and how many of them have not been sent. */
function leftOf({ status, reading }: Run, { dry, real }: Progress) {
  const all = reading?.batches ?? 0;
  if (status === 'checking') return { batches: 2 * all - dry.ended, sends: 2 * all - dry.sent };
  return { batches: dry.passed - real.ended, sends: dry.passed - real.sent };
}

/** Milliseconds of work that a batch has taken so far in a phase; undefined if that is not known. */
function paceOf({ answers, throttledUntil = '' }: Progress, now: Date): number | undefined {
  if (answers === undefined || answers.count < leastAnswers) return undefined;
  const sinceLast = now.getTime() - Date.parse(answers.lastAt);
  const isAtWork = sinceLast <= longestWorkMs;
  const isThrottled = Date.parse(throttledUntil) > now.getTime();
  if (!isAtWork && !isThrottled) return undefined;
  return (answers.workMs + (isAtWork ? sinceLast : 0)) / answers.count;
}
