import type { Run, RunStatus } from './run.ts';

interface StatusFacts {
  /**
   * Whether a run in this status works, asks a person, or has ended. An ended run keeps its claim on the content, or releases it
   * if it wrote nothing, was undone, or may be dropped again to continue. No step releases it, so no crash can prevent that.
   */
  readonly stage: 'works' | 'asks' | 'keeps' | 'releases';
  /**
   * Whether it waits for its lane, has it, has it once its undo has begun, or none of these. A lane is free as soon as the status
   * of the run that took it no longer needs it. No step frees it, so no crash can prevent that.
   */
  readonly lane: 'none' | 'waits' | 'has' | 'undoes';
  readonly mayHaveWritten: boolean;
}

const statuses = {
  reading: { stage: 'works', lane: 'none', mayHaveWritten: false },
  queued: { stage: 'works', lane: 'waits', mayHaveWritten: false },
  checking: { stage: 'works', lane: 'has', mayHaveWritten: false },
  awaiting_approval: { stage: 'asks', lane: 'none', mayHaveWritten: false },
  importing: { stage: 'works', lane: 'has', mayHaveWritten: true },
  needs_decision: { stage: 'asks', lane: 'has', mayHaveWritten: true },
  undoing: { stage: 'works', lane: 'undoes', mayHaveWritten: true },
  succeeded: { stage: 'keeps', lane: 'none', mayHaveWritten: true },
  partly_succeeded: { stage: 'keeps', lane: 'none', mayHaveWritten: true },
  rejected: { stage: 'releases', lane: 'none', mayHaveWritten: false },
  failed: { stage: 'releases', lane: 'none', mayHaveWritten: true },
  duplicate: { stage: 'releases', lane: 'none', mayHaveWritten: false },
  superseded: { stage: 'releases', lane: 'none', mayHaveWritten: false },
  cancelled: { stage: 'releases', lane: 'none', mayHaveWritten: true },
  undone: { stage: 'releases', lane: 'none', mayHaveWritten: true },
} as const satisfies Record<RunStatus, StatusFacts>;

type Statuses = typeof statuses;
type StatusAt<Stage> = { [S in RunStatus]: Statuses[S]['stage'] extends Stage ? S : never }[RunStatus];
export type EndedStatus = StatusAt<'keeps' | 'releases'>;
export type AskingStatus = StatusAt<'asks'>;

const factsOf = (status: RunStatus): StatusFacts => statuses[status];

/** Whether nothing more will happen to the records of a run in this status, unless a person acts. */
export const isEnded = (status: RunStatus): status is EndedStatus =>
  factsOf(status).stage === 'keeps' || isReleased(status);

/** Whether another run may import the content of a run in this status. */
export const isReleased = (status: RunStatus): boolean => factsOf(status).stage === 'releases';

/** Whether a run in this status waits for a person, who is reminded every day until somebody acts. */
export const asksPerson = (status: RunStatus): status is AskingStatus => factsOf(status).stage === 'asks';

/** How a run in this status uses its lane. */
export const laneUseOf = (status: RunStatus): StatusFacts['lane'] => factsOf(status).lane;

/** Whether a run in this status works in its lane, once it has that. */
export const worksInLane = (status: RunStatus): boolean =>
  factsOf(status).stage === 'works' && ['has', 'undoes'].includes(laneUseOf(status));

/**
 * Whether the file of the run is in the records, in whole or part, so that no older version of it may follow. It landed also if
 * it was undone later, or if its content was there before.
 */
export function hasLanded({ status, counts }: Pick<Run, 'status' | 'counts'>): boolean {
  if (['succeeded', 'partly_succeeded', 'duplicate', 'undoing', 'undone'].includes(status)) return true;
  if (!isEnded(status) || counts === undefined) return false;
  const { created, updated, unchanged, deleted, landed, unknown } = counts;
  return created + updated + unchanged + deleted + landed + unknown > 0;
}

/** Whether a run in this status may have written rows. */
export const mayHaveWritten = (status: RunStatus): boolean => factsOf(status).mayHaveWritten;
