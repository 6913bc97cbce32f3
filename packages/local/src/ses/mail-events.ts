import * as z from 'zod';
import type { Topics } from '../sns/topics.ts';
import { accountId, arn } from '../base/pseudo-parameters.ts';

/** Where SES sends the events of the mails of a configuration set. */
export interface EventDestination {
  readonly configurationSet: string;
  readonly topicArn: string;
  /** As in a template: `bounce`, `deliveryDelay`. */
  readonly types: readonly string[];
}

export const sentSchema = z.object({
  messageId: z.string(),
  request: z.object({
    FromEmailAddress: z.string(),
    ConfigurationSetName: z.string().optional(),
    Destination: z.record(z.string(), z.array(z.string())).default({}),
    EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
  }),
});
export type Sent = z.infer<typeof sentSchema>;

export interface MailEvents {
  add(destination: EventDestination): void;
  /** Publishes what becomes of a mail. */
  publish(sent: Sent): Promise<void>;
}

interface Fate {
  readonly eventType: 'Bounce' | 'Complaint' | 'Delivery';
  readonly report: (recipients: readonly string[], timestamp: string) => object;
}

const recipientsOf = (addresses: readonly string[]) => addresses.map((emailAddress) => ({ emailAddress }));
const bounce = (bounceSubType: string): Fate => ({
  eventType: 'Bounce',
  report: (recipients, timestamp) => ({
    bounce: {
      bounceType: 'Permanent',
      bounceSubType,
      timestamp,
      bouncedRecipients: recipientsOf(recipients),
    },
  }),
});
const complaint: Fate = {
  eventType: 'Complaint',
  report: (recipients, timestamp) => ({
    complaint: { complaintFeedbackType: 'abuse', timestamp, complainedRecipients: recipientsOf(recipients) },
  }),
};
const delivery: Fate = {
  eventType: 'Delivery',
  report: (recipients, timestamp) => ({ delivery: { timestamp, recipients, smtpResponse: '250 ok' } }),
};

/** The addresses of SES's mailbox simulator. Every other mail is delivered. */
const simulated: Readonly<Record<string, readonly Fate[]>> = {
  bounce: [bounce('General')],
  complaint: [delivery, complaint],
  suppressionlist: [bounce('Suppressed')],
};

function fatesOf(address: string): readonly Fate[] {
  const [, name = ''] = /^(\w+)(?:\+.*)?@simulator\.amazonses\.com$/i.exec(address) ?? [];
  return simulated[name.toLowerCase()] ?? [delivery];
}

/** The events of SES about mails with a configuration set, which go to topics. */
export function createMailEvents(topics: Topics, now: () => Date): MailEvents {
  const destinations: EventDestination[] = [];
  return {
    add: (destination) => void destinations.push(destination),
    publish: async ({ messageId, request }) => {
      const { ConfigurationSetName: set = '', EmailTags, Destination, FromEmailAddress: source } = request;
      const tags = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, [Value]]));
      const timestamp = now().toISOString();
      const destination = Object.values(Destination).flat();
      const mail = { timestamp, messageId, source, sendingAccountId: accountId, destination, tags };
      const sender = { service: 'ses.amazonaws.com', sourceArn: arn('ses', `configuration-set/${set}`) };
      for (const { topicArn, types } of destinations.filter(
        ({ configurationSet }) => configurationSet === set,
      ))
        for (const address of destination)
          for (const { eventType, report } of fatesOf(address))
            if (types.some((type) => type.toLowerCase() === eventType.toLowerCase()))
              await topics.publish(topicArn, { eventType, mail, ...report([address], timestamp) }, sender);
    },
  };
}
