import type { RunStatus } from './schemas.ts';

const ended: Record<RunStatus, boolean> = {
  reading: false,
  queued: false,
  checking: false,
  awaiting_approval: false,
  importing: false,
  needs_decision: false,
  undoing: false,
  succeeded: true,
  partly_succeeded: true,
  rejected: true,
  failed: true,
  duplicate: true,
  superseded: true,
  cancelled: true,
  undone: true,
};

/** Whether nothing more will happen to the records of a run in this status, unless a person acts. */
export function isEnded(status: RunStatus): boolean {
  return ended[status];
}
