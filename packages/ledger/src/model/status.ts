import type { Run, RunStatus } from './run.ts';
import type { Phase } from './submission.ts';

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
  /** Whether its file came into the records, also if it was undone since; `before` if by another run. */
  readonly landed: 'no' | 'maybe' | 'yes' | 'before';
  /** Whether nothing is sent any more unless a person decides, so that a missing outcome is unknown. */
  readonly isOver: boolean;
  /** The phase whose submissions decide what the run does next. */
  readonly phase: Phase;
}

const statuses = {
  reading: { stage: 'works', lane: 'none', landed: 'no', isOver: false, phase: 'dry' },
  queued: { stage: 'works', lane: 'waits', landed: 'no', isOver: false, phase: 'dry' },
  checking: { stage: 'works', lane: 'has', landed: 'no', isOver: false, phase: 'dry' },
  awaiting_approval: { stage: 'asks', lane: 'none', landed: 'no', isOver: false, phase: 'dry' },
  importing: { stage: 'works', lane: 'has', landed: 'maybe', isOver: false, phase: 'real' },
  needs_decision: { stage: 'asks', lane: 'has', landed: 'maybe', isOver: true, phase: 'real' },
  undoing: { stage: 'works', lane: 'undoes', landed: 'yes', isOver: true, phase: 'dry' },
  succeeded: { stage: 'keeps', lane: 'none', landed: 'yes', isOver: true, phase: 'dry' },
  partly_succeeded: { stage: 'keeps', lane: 'none', landed: 'yes', isOver: true, phase: 'dry' },
  rejected: { stage: 'releases', lane: 'none', landed: 'no', isOver: true, phase: 'dry' },
  failed: { stage: 'releases', lane: 'none', landed: 'maybe', isOver: true, phase: 'dry' },
  duplicate: { stage: 'releases', lane: 'none', landed: 'before', isOver: true, phase: 'dry' },
  superseded: { stage: 'releases', lane: 'none', landed: 'no', isOver: true, phase: 'dry' },
  cancelled: { stage: 'releases', lane: 'none', landed: 'maybe', isOver: true, phase: 'dry' },
  undone: { stage: 'releases', lane: 'none', landed: 'yes', isOver: true, phase: 'dry' },
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

/** Whether a run in this status checks or imports. */
export const isAtWork = (status: RunStatus): boolean => worksInLane(status) && laneUseOf(status) === 'has';

export const isOver = (status: RunStatus): boolean => factsOf(status).isOver;

export const phaseOf = (status: RunStatus): Phase => factsOf(status).phase;

/**
 * Whether the file of the run is in the records, in whole or part, so that no older version of it may follow. It landed also if
 * it was undone later, or if its content was there before.
 */
export function hasLanded({ status, counts }: Pick<Run, 'status' | 'counts'>): boolean {
  if (['yes', 'before'].includes(factsOf(status).landed)) return true;
  if (!isEnded(status) || counts === undefined) return false;
  const { created, updated, unchanged, deleted, landed, unknown } = counts;
  return created + updated + unchanged + deleted + landed + unknown > 0;
}

/** Whether a run in this status may have written rows. */
export const mayHaveWritten = (status: RunStatus): boolean =>
  ['yes', 'maybe'].includes(factsOf(status).landed);
