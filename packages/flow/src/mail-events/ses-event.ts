import { createHash } from 'node:crypto';
import type { MailEventKind } from '@sluice/mail/notice';
import { z } from 'zod';

const recipients = z.array(z.object({ emailAddress: z.string() }));
const time = { timestamp: z.string().optional() };

/** What SES tells of a mail by way of its configuration set; what we have no use for is left out. */
export const sesEventSchema = z.object({
  eventType: z.string(),
  mail: z.object({
    messageId: z.string(),
    destination: z.array(z.string()).default([]),
    /** As the mail was sent with; SES adds its own. */
    tags: z.record(z.string(), z.array(z.string())).default({}),
  }),
  delivery: z.object({ ...time, recipients: z.array(z.string()) }).optional(),
  bounce: z
    .object({
      ...time,
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: recipients,
    })
    .optional(),
  complaint: z
    .object({ ...time, complaintFeedbackType: z.string().optional(), complainedRecipients: recipients })
    .optional(),
  reject: z.object({ reason: z.string().optional() }).optional(),
  deliveryDelay: z.object({ ...time, delayType: z.string(), delayedRecipients: recipients }).optional(),
});
export type SesEvent = z.infer<typeof sesEventSchema>;

/** What was told, in our words: of whom, and which. */
export interface Told {
  readonly id: string;
  readonly kind: MailEventKind;
  readonly detail?: string | undefined;
  readonly addresses: readonly string[];
}

const addressesOf = (some: z.infer<typeof recipients>) => some.map(({ emailAddress }) => emailAddress);

/** Undefined where it is of a kind that nobody asked for. */
export function toldBy(event: SesEvent): Told | undefined {
  const { delivery, bounce, complaint, reject, deliveryDelay, mail } = event;
  if (bounce) {
    const detail = [bounce.bounceType, bounce.bounceSubType].filter((word) => word !== undefined).join('/');
    return told(
      event,
      { kind: 'bounce', detail, addresses: addressesOf(bounce.bouncedRecipients) },
      bounce.timestamp,
    );
  }
  if (complaint) {
    const { complaintFeedbackType: detail, complainedRecipients, timestamp } = complaint;
    return told(
      event,
      { kind: 'complaint', detail, addresses: addressesOf(complainedRecipients) },
      timestamp,
    );
  }
  if (deliveryDelay) {
    const { delayType: detail, delayedRecipients, timestamp } = deliveryDelay;
    return told(event, { kind: 'delay', detail, addresses: addressesOf(delayedRecipients) }, timestamp);
  }
  if (reject) return told(event, { kind: 'reject', detail: reject.reason, addresses: mail.destination });
  if (delivery) return told(event, { kind: 'delivery', addresses: delivery.recipients }, delivery.timestamp);
  return undefined;
}

/** The same words at the same time are the same event, however often they are delivered. */
function told({ mail }: SesEvent, what: Omit<Told, 'id'>, timestamp = ''): Told {
  const named = JSON.stringify([mail.messageId, what.kind, timestamp, what.addresses]);
  return { id: createHash('sha256').update(named).digest('hex').slice(0, 16), ...what };
}
