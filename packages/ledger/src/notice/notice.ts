/** The notices of a run or of a migration: who may send one, when a reminder is due, and what happened to the e-mail. */
import * as z from 'zod';

/** What became final on a channel. One that failed for the time being has no entry, and is tried again. */
const channelOutcomeSchema = z.object({
  state: z.enum(['sent', 'refused']),
  at: z.string(),
  /** The channel's id of the message, or its code for the refusal. */
  detail: z.string(),
});
export type ChannelOutcome = Readonly<z.infer<typeof channelOutcomeSchema>>;

/** The state of a notice. Times are ISO 8601. */
export const noticeSchema = z.object({
  /** `byMigration`: the run sends none, since its migration reports it. */
  state: z.enum(['intended', 'sent', 'refused', 'byMigration']),
  at: z.string(),
  detail: z.string().optional(),
  /** Who is sending an intended notice. Until the lease ends no one else may send it. */
  owner: z.string().optional(),
  leaseUntil: z.string().optional(),
  /** By the name of the channel. */
  channels: z.record(z.string(), channelOutcomeSchema).optional(),
});
export type Notice = Readonly<z.infer<typeof noticeSchema>>;

/** Whether a notice was sent or refused. Then it no longer changes. */
export function isNoticeSettled(notice: { readonly state?: string | undefined } | undefined): boolean {
  return notice?.state !== undefined && notice.state !== 'intended';
}

/** The next state of a notice. What channels have sent or refused stays known, whoever sends next. */
export function nextNotice(known: Notice | undefined, notice: Notice): Notice {
  const channels = { ...(isNoticeIntended(known) ? known?.channels : undefined), ...notice.channels };
  return Object.keys(channels).length === 0 ? notice : { ...notice, channels };
}

/** Whether a worker is sending it, or died while sending it. */
export function isNoticeIntended(notice: Notice | undefined): boolean {
  return notice?.state === 'intended';
}

/** Whether the next state is refused: the notice is settled, or someone else has the lease. Anyone may settle it. */
export function isNoticeTaken(
  known: Notice | undefined,
  { at, notice }: { readonly at: string; readonly notice: Notice },
): boolean {
  if (known === undefined) return false;
  if (isNoticeSettled(known)) return true;
  const isLeased = known.leaseUntil !== undefined && at < known.leaseUntil;
  return notice.state === 'intended' && isLeased && known.owner !== notice.owner;
}

interface Notified {
  readonly notice?: Notice | undefined;
  /** How many reminders were due since the decision was requested. */
  readonly reminders?: number | undefined;
  readonly mailEvents?: readonly MailEvent[] | undefined;
}

const reminderMs = 24 * 3_600_000;

/** Whether a day has passed since the last notice. */
export function isReminderDue({ notice }: Notified, at: string): boolean {
  return (
    notice !== undefined && isNoticeSettled(notice) && Date.parse(at) - Date.parse(notice.at) >= reminderMs
  );
}

/** The number of the next reminder, from 1. */
export function nextReminder({ reminders = 0 }: Notified): number {
  return reminders + 1;
}

const mailEventKinds = ['delivery', 'bounce', 'complaint', 'reject', 'delay'] as const;

/** What the mail service reported about a mail that it had accepted. */
export const mailEventSchema = z.object({
  /** The same report has the same id, however often it is delivered. */
  id: z.string(),
  at: z.string(),
  kind: z.enum(mailEventKinds),
  /** The mail service's reason, such as `Permanent/NoEmail`. */
  detail: z.string().optional(),
  /** The recipients concerned. For operators, never for a log. */
  addresses: z.array(z.string()).readonly(),
});
export type MailEvent = Readonly<z.infer<typeof mailEventSchema>>;
export type MailEventKind = MailEvent['kind'];

/** Enough for two mails to the most recipients that the mail service allows. */
const mailEventsKept = 100;

export function isKnownMailEvent({ mailEvents = [] }: Notified, { id }: MailEvent): boolean {
  return mailEvents.some((one) => one.id === id);
}

export function withMailEvent(
  { mailEvents = [] }: Notified,
  { id, at, kind, detail, addresses }: MailEvent,
): MailEvent[] {
  const event = { id, at, kind, ...(detail !== undefined && { detail }), addresses };
  return [...mailEvents, event].slice(-mailEventsKept);
}
