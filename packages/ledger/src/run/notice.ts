import { isReminderDue } from '../notice/notice.ts';
import type { Run } from '../model/run.ts';
import { asksPerson } from '../model/status.ts';

/** Whether a day has passed since the last notice of a run that still waits for a person. `at` is ISO 8601. */
export function isRunReminderDue(run: Pick<Run, 'status' | 'notice' | 'cancel'>, at: string): boolean {
  return asksPerson(run.status) && run.cancel === undefined && isReminderDue(run, at);
}
