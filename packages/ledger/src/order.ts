import type { Run } from './run/schemas.ts';
import type { Submission } from './submission/schemas.ts';

/** By code units, as DynamoDB sorts ASCII keys. */
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

/** Sorts as runs are listed: by their start. */
export function placeOfRun({ startedAt, runId }: Pick<Run, 'startedAt' | 'runId'>): string {
  return `${startedAt}#${runId}`;
}

/** `2026-11-21`, in UTC. */
export const dayOf = (time: string): string => time.slice(0, 'yyyy-mm-dd'.length);

/** A time in the one form in which all are stored, so that they compare as text. */
export function instant(time: string): string {
  return new Date(time).toISOString();
}
