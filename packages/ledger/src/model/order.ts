import type { Run } from './run.ts';
import type { Submission } from './submission.ts';

/** Compares by code units, as DynamoDB does with ASCII keys. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function byBatchAndPhase(a: Submission, b: Submission): number {
  return a.batch - b.batch || compare(a.phase, b.phase);
}

/** Oldest first. */
export function byStart(a: Run, b: Run): number {
  return compare(a.startedAt, b.startedAt) || compare(a.runId, b.runId);
}

/** The place of a run in lists: sorts by start. */
export function placeOfRun({ startedAt, runId }: Pick<Run, 'startedAt' | 'runId'>): string {
  return `${startedAt}#${runId}`;
}

/** `2026-11-21`, in UTC. */
export const dayOf = (time: string): string => time.slice(0, 'yyyy-mm-dd'.length);

/** The day so many days later; earlier with a negative number. */
export const dayAfter = (day: string, days = 1): string =>
  dayOf(new Date(Date.parse(day) + days * 86_400_000).toISOString());

/** A time in its stored form, so that times compare as text. */
export function instant(time: string): string {
  return new Date(time).toISOString();
}
