import { awaitedLate } from '../run/late-imports.ts';
import type { Run } from '../run/schemas.ts';
import { laneUseOf } from '../run/status.ts';

type Laned = Pick<
  Run,
  'runId' | 'status' | 'startedAt' | 'lane' | 'laneSince' | 'cancel' | 'undo' | 'quietUntil' | 'late'
>;

/**
 * Whether the run that took its lane last still needs it at this time (ISO 8601), so that no other run may write there. A
 * cancelled run needs it until an unresolved import has surely ended. A run that has ended needs it while a late import goes on,
 * for a day at most.
 */
export function needsLane(run: Laned, at: string): boolean {
  if (run.lane === undefined) return false;
  if (isQuiet(run, at) || awaitedLate(run).length > 0) return true;
  const use = laneUseOf(run.status);
  return use === 'has' || (use === 'undoes' && run.laneSince !== undefined);
}

/** Whether an unresolved import of the run may still write. Not even the run's own undo begins before that is over. */
export function isQuiet({ quietUntil }: Pick<Run, 'quietUntil'>, at: string): boolean {
  return quietUntil !== undefined && at < quietUntil;
}

/** Whether the run waits for its lane. A run that was asked to stop does not. */
export function waitsForLane(run: Laned): boolean {
  if (run.lane === undefined) return false;
  const use = laneUseOf(run.status);
  return (use === 'waits' && run.cancel === undefined) || (use === 'undoes' && run.laneSince === undefined);
}

/** Sorts runs as text in order of arrival. An undo arrives when it is requested. */
export function placeInLane({ runId, status, startedAt, undo }: Laned): string {
  const arrivedAt = status === 'undoing' ? (undo?.at ?? startedAt) : startedAt;
  return `${arrivedAt}#${runId}`;
}
