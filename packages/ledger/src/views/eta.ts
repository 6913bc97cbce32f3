import { resetAfter, roomFor, usableOf, type RateBudget } from '../call-budget/index.ts';
import type { Run } from '../model/run.ts';
import { isAtWork } from '../model/status.ts';
import { leftMsOf, longestWorkMs, type Progress } from '../run/progress.ts';

const hourMs = 3_600_000;
/** The end is never nearer than this, in milliseconds, nor than this part of the time since anything moved. */
const least = { left: 1000, partOfSilence: 0.2 };
/** An earlier run says nothing about one of more than so many times its rows. */
const mostTimesLarger = 8;

export interface EtaFacts {
  readonly run: Run;
  readonly progress: Progress;
  /** Earlier runs of the same schema, the newest first. */
  readonly earlier?: readonly Run[];
  /** The budget of the run's target; undefined if no limit is known. */
  readonly budget: RateBudget | undefined;
  /** Part of the limit that is left to others, from 0 to 1. */
  readonly reserve: number;
  readonly now: Date;
}

/** Whether only earlier runs show how long the import will take: the dry run goes on, or the import has hardly begun. */
export function needsEarlierRuns({ status, reading }: Run, { real, work }: Progress): boolean {
  if (leftMsOf(real.batches, work?.real) !== undefined) return false;
  const hasDryPace = leftMsOf(reading?.batches ?? 0, work?.dry) !== undefined;
  return status === 'importing' || (status === 'checking' && hasDryPace);
}

/**
 * When a run under way will end (ISO 8601): by the batches that are left, the pace of their phase, and the hours that their calls
 * need, as if no other run were under way and every batch passed. How long the import takes is known by its own pace, or before
 * that by an earlier run. Null if that is not known: at the beginning, while an outcome is unknown, when nothing has moved for a
 * while, or while the run waits for a person or another run. It is never in the past.
 */
export function etaOf({ run, progress, earlier = [], budget, reserve, now }: EtaFacts): string | null {
  const { work } = progress;
  if (!isAtWork(run.status) || run.cancel !== undefined || run.reading === undefined) return null;
  if (progress.unknown > 0 || work === undefined) return null;
  const left = leftOf(run, progress);
  const leftMs = workLeft(run, progress, earlier);
  const silence = now.getTime() - Date.parse(work.movedAt);
  const isThrottled = Date.parse(progress.throttledUntil ?? '') > now.getTime();
  if (leftMs === undefined || (silence > longestWorkMs && !isThrottled)) return null;
  const soonest = now.getTime() + least.left + (isThrottled ? 0 : silence * least.partOfSilence);
  const atPace = Math.max(soonest, (isThrottled ? now.getTime() : Date.parse(work.movedAt)) + leftMs);
  if (budget === undefined) return new Date(atPace).toISOString();
  const room = roomFor('send', { budget, reserve, now });
  if (left.sends <= room) return new Date(atPace).toISOString();
  // Sending always gets half of an hour's calls.
  const perHour = Math.max(1, Math.floor(usableOf(budget.limit, reserve) / 2));
  const wholeHours = Math.ceil((left.sends - room) / perHour) - 1;
  const inLastHour = left.sends - room - wholeHours * perHour;
  const byCalls = resetAfter(now).getTime() + wholeHours * hourMs + (inLastHour * leftMs) / left.batches;
  return new Date(Math.max(atPace, byCalls)).toISOString();
}

/** The batches of both phases that have not ended, and how many of them have not been sent. */
function leftOf({ status, reading }: Run, { dry, real }: Progress) {
  const all = reading?.batches ?? 0;
  if (status === 'checking') return { batches: 2 * all - dry.ended, sends: 2 * all - dry.sent };
  return { batches: dry.passed - real.ended, sends: dry.passed - real.sent };
}

/** Milliseconds of work that are left; undefined if that is not known. */
function workLeft(run: Run, { dry, real, work }: Progress, earlier: readonly Run[]): number | undefined {
  const batches = run.reading?.batches ?? 0;
  const isChecking = run.status === 'checking';
  const toImport = isChecking ? batches : dry.passed;
  const paceBefore = paceOfEarlier(run, earlier);
  const byEarlier = paceBefore === undefined ? undefined : (toImport - real.ended) * paceBefore;
  const importing = leftMsOf(toImport, work?.real) ?? byEarlier;
  const checking = isChecking ? leftMsOf(batches, work?.dry) : 0;
  return checking === undefined || importing === undefined ? undefined : checking + importing;
}

/** As long as the rows of a batch took in the newest earlier run that is large enough to compare. */
function paceOfEarlier({ reading }: Run, earlier: readonly Run[]): number | undefined {
  const { rows = 0, batches = 0 } = reading ?? {};
  for (const { importingSince, finishedAt, reading: before, status } of earlier) {
    const hasEnded = importingSince !== undefined && finishedAt !== undefined && status === 'succeeded';
    if (!hasEnded || before === undefined || before.rows * mostTimesLarger < rows) continue;
    const ms = Date.parse(finishedAt) - Date.parse(importingSince);
    return (ms / before.rows) * (rows / Math.max(1, batches));
  }
  return undefined;
}
