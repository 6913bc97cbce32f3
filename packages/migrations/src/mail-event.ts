import { z } from 'zod';

export const mailEventKinds = ['delivery', 'bounce', 'complaint', 'reject', 'delay'] as const;
export type MailEventKind = (typeof mailEventKinds)[number];

/** What the mail service told of a mail after it had taken it. */
export interface MailEvent {
  /** Of what was told: heard twice, it is one. */
  readonly id: string;
  readonly at: string;
  readonly kind: MailEventKind;
  /** Of a bounce, complaint or delay: the mail service's word for which, such as `Permanent/NoEmail`. */
  readonly detail?: string | undefined;
  /** Whom it is about. For operators, never for a log. */
  readonly addresses: readonly string[];
}

export const mailEventSchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(mailEventKinds),
  detail: z.string().optional(),
  addresses: z.array(z.string()),
}) satisfies z.ZodType<MailEvent>;

/** A run, or a start of a migration. */
interface Told {
  readonly mailEvents?: readonly MailEvent[] | undefined;
}

/** As many as two mails to the most recipients have. */
const mailEventsKept = 100;

export function isKnownMailEvent({ mailEvents = [] }: Told, { id }: MailEvent): boolean {
  return mailEvents.some((one) => one.id === id);
}

export function withMailEvent(
  { mailEvents = [] }: Told,
  { id, at, kind, detail, addresses }: MailEvent,
): MailEvent[] {
  const told = { id, at, kind, ...(detail !== undefined && { detail }), addresses };
  return [...mailEvents, told].slice(-mailEventsKept);
}
