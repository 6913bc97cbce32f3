/** What a run says of its mails: who may send one, and when a person is told again. */
import type { MailState, Run, RunStatus } from './model.ts';

/** Whether somebody else sends the mail already, or it was sent or refused. What became of a mail is taken from anybody. */
export function isMailTaken(
  known: MailState | undefined,
  { at, mail }: { readonly at: string; readonly mail: MailState },
): boolean {
  if (known === undefined) return false;
  if (isMailSettled(known)) return true;
  const isHeld = known.leaseUntil !== undefined && at < known.leaseUntil;
  return mail.state === 'intended' && isHeld && known.owner !== mail.owner;
}

/** Whether a mail was sent or refused, so that nothing more comes of it. */
export function isMailSettled(mail: MailState | undefined): boolean {
  return mail !== undefined && mail.state !== 'intended';
}

/** Whether somebody holds, or held, the intent to send one. */
export function isOnItsWay(mail: MailState | undefined): boolean {
  return mail?.state === 'intended';
}

/** Which runs wait for a person, who is told every day until somebody acts. Total, so that a new status is thought of. */
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

const reminderMs = 24 * 3_600_000;

/** Whether a day has passed since the last mail of a run that still waits for a person. `at` is ISO 8601. */
export function isReminderDue(
  { status, mail, cancel }: Pick<Run, 'status' | 'mail' | 'cancel'>,
  at: string,
): boolean {
  if (!asksPerson[status] || cancel !== undefined || mail === undefined || !isMailSettled(mail)) return false;
  return Date.parse(at) - Date.parse(mail.at) >= reminderMs;
}

/** The number of the next reminder, from 1. */
export function nextReminder({ reminders = 0 }: Pick<Run, 'reminders'>): number {
  return reminders + 1;
}
