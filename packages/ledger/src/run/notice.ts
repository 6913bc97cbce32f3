import { isReminderDue } from '@sluice/mail/notice';
import type { Run, RunStatus } from './schemas.ts';

/** Which runs wait for a person, who is reminded every day until somebody acts. Total, so that a new status is thought of. */
export const asksPerson: Record<RunStatus, boolean> = {
  reading: false,
  queued: false,
  checking: false,
  awaiting_approval: true,
  importing: false,
  needs_decision: true,
  undoing: false,
  succeeded: false,
  partly_succeeded: false,
  rejected: false,
  failed: false,
  duplicate: false,
  superseded: false,
  cancelled: false,
  undone: false,
};

/** Whether a day has passed since the last notice of a run that still waits for a person. `at` is ISO 8601. */
export function isRunReminderDue(run: Pick<Run, 'status' | 'notice' | 'cancel'>, at: string): boolean {
  return asksPerson[run.status] && run.cancel === undefined && isReminderDue(run, at);
}
