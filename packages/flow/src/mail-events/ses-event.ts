import { sha256 } from '@sluice/aws-kit/hash-chain';
import type { MailEvent } from '@sluice/ledger/notice';
import * as z from 'zod';

const recipients = z
  .array(z.object({ emailAddress: z.string() }))
  .transform((all) => all.map(({ emailAddress }) => emailAddress));
const time = { timestamp: z.string().optional() };

/** What SES reports about a mail through its configuration set; fields without a use here are left out. */
export const sesEventSchema = z.object({
  eventType: z.string(),
  mail: z.object({
    messageId: z.string(),
    destination: z.array(z.string()).default([]),
    /** Those that the mail was sent with; SES adds its own. */
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

export type MailReport = Omit<MailEvent, 'at'>;

interface Facts extends Omit<MailReport, 'id'> {
  readonly timestamp?: string | undefined;
}

/** Undefined for an event that has no use here. */
export function reportOf(event: SesEvent): MailReport | undefined {
  const facts = factsOf(event);
  if (facts === undefined) return undefined;
  const { timestamp = '', ...report } = facts;
  // SES may deliver an event twice: the same facts have the same id.
  const named = JSON.stringify([event.mail.messageId, report.kind, timestamp, report.addresses]);
  return { id: sha256(named).slice(0, 16), ...report };
}

function factsOf({ delivery, bounce, complaint, reject, deliveryDelay, mail }: SesEvent): Facts | undefined {
  if (bounce) {
    const { bounceType, bounceSubType, timestamp, bouncedRecipients: addresses } = bounce;
    const detail = bounceSubType === undefined ? bounceType : `${bounceType}/${bounceSubType}`;
    return { kind: 'bounce', detail, addresses, timestamp };
  }
  if (complaint) {
    const { complaintFeedbackType: detail, complainedRecipients: addresses, timestamp } = complaint;
    return { kind: 'complaint', detail, addresses, timestamp };
  }
  if (deliveryDelay) {
    const { delayType: detail, delayedRecipients: addresses, timestamp } = deliveryDelay;
    return { kind: 'delay', detail, addresses, timestamp };
  }
  if (reject) return { kind: 'reject', detail: reject.reason, addresses: mail.destination };
  return delivery && { kind: 'delivery', addresses: delivery.recipients, timestamp: delivery.timestamp };
}
