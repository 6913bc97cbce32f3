import type { RunStatus } from './schemas.ts';

/**
 * Whether a run in a status works, asks a person, or has ended. An ended run keeps its claim on the content, or releases it if it
 * wrote nothing, was undone, or may be dropped again to continue. No step releases it, so no crash can prevent that.
 */
const stages: Record<RunStatus, 'works' | 'asks' | 'keeps' | 'releases'> = {
  reading: 'works',
  queued: 'works',
  checking: 'works',
  awaiting_approval: 'asks',
  importing: 'works',
  needs_decision: 'asks',
  undoing: 'works',
  succeeded: 'keeps',
  partly_succeeded: 'keeps',
  rejected: 'releases',
  failed: 'releases',
  duplicate: 'releases',
  superseded: 'releases',
  cancelled: 'releases',
  undone: 'releases',
};

/** Whether nothing more will happen to the records of a run in this status, unless a person acts. */
export const isEnded = (status: RunStatus): boolean =>
  stages[status] === 'keeps' || stages[status] === 'releases';

/** Whether another run may import the content of a run in this status. */
export const isReleased = (status: RunStatus): boolean => stages[status] === 'releases';

/** Whether a run in this status waits for a person, who is reminded every day until somebody acts. */
export const asksPerson = (status: RunStatus): boolean => stages[status] === 'asks';
