import { noticeEvents } from '@sluice/functions/notice-routes';
import * as z from 'zod';
import { arnOf, group, list, oneOf, textLike } from './settings-fields.ts';

const events = list(oneOf(...noticeEvents), 'events');
const domain = textLike(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/u, 'a domain name', "'example.org'");
const hosts = list(
  textLike(/^\.?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/u, 'a host', "'hooks.example.org'"),
  'hosts',
);
/** The KMS key of the customer that encrypts the topic or the secret, if one does. */
const key = arnOf(
  'kms',
  'the KMS key of this channel',
  'key/1234abcd-12ab-34cd-56ef-1234567890ab',
).optional();
const secret = arnOf('secretsmanager', 'a secret', 'secret:sluice/ops-chat-1a2B3c');

/** Where a chat or a receiver of webhooks is. Its address is in the secret, since whoever has it can post there. */
const hook = <Hosts extends z.ZodType>(hosts: Hosts) => ({
  secret,
  key,
  /** The hosts that the address may have. One that begins with a dot stands for all hosts below it. */
  hosts,
  events: events.optional(),
});

const channel = z.discriminatedUnion(
  'kind',
  [
    group({ kind: z.literal('slack'), ...hook(hosts.default(['hooks.slack.com', 'hooks.slack-gov.com'])) }),
    group({
      kind: z.literal('teams'),
      ...hook(hosts.default(['.webhook.office.com', '.logic.azure.com', '.api.powerplatform.com'])),
    }),
    /** A receiver of signed notices, as the service signs its webhooks. */
    group({ kind: z.literal('webhook'), ...hook(hosts) }),
    group({
      kind: z.literal('topic'),
      topic: arnOf('sns', 'a topic', 'imports'),
      key,
      events: events.optional(),
    }),
  ],
  { error: "expected a channel with a kind: 'slack', 'teams', 'webhook' or 'topic'" },
);

const channelName = textLike(
  /^(?!(?:email|dropper)$)[a-z][\w-]{0,30}$/u,
  'the name of a channel: a letter, then letters, digits and hyphens; not email or dropper',
  "'ops-chat'",
);

/** Which events people are notified of, and where. Without `events`, a channel gets all. */
export const noticeSettings = group({
  /** Which events are mailed to the addresses of a profile, or to `mail.defaultTo`; all by default. */
  email: group({ events: events.optional() }).prefault({}),
  /** The person who dropped a file gets its mails, if AWS knows an address of theirs in these domains. */
  dropper: group({ domains: list(domain, 'domains').default([]), events: events.optional() }).prefault({}),
  /** Chats, topics and webhooks, by their names. */
  channels: z
    .record(channelName, channel)
    .refine((channels) => Object.keys(channels).length <= 8, 'expected at most 8 channels')
    .default({}),
});
export type NoticeSettingsOfStage = z.output<typeof noticeSettings>;
