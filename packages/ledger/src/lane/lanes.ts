import { awaitedLate } from '../run/late-imports.ts';
import type { Run, RunStatus } from '../run/schemas.ts';

type Laned = Pick<
  Run,
  'runId' | 'status' | 'startedAt' | 'lane' | 'laneSince' | 'cancel' | 'undo' | 'quietUntil' | 'late'
>;

/**
 * What a run in a status has to do with its lane: waits for it, has it, has it once its undo has begun, or neither. So a lane is
 * free as soon as the run that took it needs it no more: nothing need be freed, and no crash can forget to.
 */
const stakes: Record<RunStatus, 'none' | 'waits' | 'has' | 'undoes'> = {
  reading: 'none',
  queued: 'waits',
  checking: 'has',
  awaiting_approval: 'none',
  importing: 'has',
  needs_decision: 'has',
  undoing: 'undoes',
  succeeded: 'none',
  partly_succeeded: 'none',
  rejected: 'none',
  failed: 'none',
  duplicate: 'none',
  superseded: 'none',
  cancelled: 'none',
  undone: 'none',
};

/**
 * Whether the run that took its lane last still needs it at this time (ISO 8601): nobody else may write there. A cancelled run needs
 * it until an import of which nobody heard has surely ended, and every run that has ended while an import that came late goes on:
 * that one has an end within a day, known or not.
 */
export function needsLane(run: Laned, at: string): boolean {
  if (run.lane === undefined) return false;
  if (isQuiet(run, at) || awaitedLate(run).length > 0) return true;
  const stake = stakes[run.status];
  return stake === 'has' || (stake === 'undoes' && run.laneSince !== undefined);
}

/** Whether an import of the run of which nobody heard may still write: not even its own undo begins meanwhile. */
export function isQuiet({ quietUntil }: Pick<Run, 'quietUntil'>, at: string): boolean {
  return quietUntil !== undefined && at < quietUntil;
}

/** Whether the run is among those that wait for their lane. One that is to stop is passed over. */
export function waitsForLane(run: Laned): boolean {
  if (run.lane === undefined) return false;
  const stake = stakes[run.status];
  return (
    (stake === 'waits' && run.cancel === undefined) || (stake === 'undoes' && run.laneSince === undefined)
  );
}

/** In order of arrival; an undo arrives when it is asked for. Compares as text. */
export function placeInLane({ runId, status, startedAt, undo }: Laned): string {
  const arrivedAt = status === 'undoing' ? (undo?.at ?? startedAt) : startedAt;
  return `${arrivedAt}#${runId}`;
}
