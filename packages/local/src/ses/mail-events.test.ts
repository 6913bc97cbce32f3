import { expect, test } from 'vitest';
import * as z from 'zod';
import { Authority } from '../iam/authority.ts';
import { resourcePolicySchema } from '../iam/policy.ts';
import { createTopics } from '../sns/topics.ts';
import { createMailEvents } from './mail-events.ts';

const topic = 'arn:aws:sns:us-east-1:000000000000:mails';
const queue = 'arn:aws:sqs:us-east-1:000000000000:events';
const allow = (service: string, Action: string, Resource: string, source: string) => ({
  ...{ Effect: 'Allow', Principal: { Service: `${service}.amazonaws.com` }, Action, Resource },
  Condition: { ArnEquals: { 'aws:SourceArn': source } },
});
const ofTopic = allow(
  'ses',
  'sns:Publish',
  topic,
  'arn:aws:ses:us-east-1:000000000000:configuration-set/flow',
);
const ofQueue = allow('sns', 'sqs:SendMessage', queue, topic);
const all = { [topic]: [ofTopic], [queue]: [ofQueue] };

/** What arrives in the queue after a mail to an address. */
async function eventsOf(address: string, policies: Record<string, object[]> = all, set = 'flow') {
  const authority = new Authority({ accessKeyId: 'owner', secretAccessKey: 'secret' });
  const resources = Object.entries(policies).map(
    ([owner, Statement]) => [owner, resourcePolicySchema.parse({ Statement })] as const,
  );
  authority.adopt({ roles: {}, resources: Object.fromEntries(resources), tables: {} });
  const received: unknown[] = [];
  const send = async (_: string, body: string) => void received.push(JSON.parse(body));
  const topics = createTopics({ authority, send, log: () => undefined });
  topics.subscribe(topic, { queueArn: queue, filter: { eventType: ['Bounce', 'Complaint'] } });
  const events = createMailEvents(topics, () => new Date(0));
  events.add({ configurationSet: 'flow', topicArn: topic, types: ['bounce', 'complaint', 'delivery'] });
  const request = {
    FromEmailAddress: 'a@x.org',
    ConfigurationSetName: set,
    Destination: { ToAddresses: [address] },
  };
  await events.publish({
    messageId: 'm',
    request: { ...request, EmailTags: [{ Name: 'runId', Value: 'r' }] },
  });
  return z.array(z.looseObject({ eventType: z.string() })).parse(received);
}

test.each([
  ['bounce@simulator.amazonses.com', ['Bounce']],
  ['bounce+1@simulator.amazonses.com', ['Bounce']],
  ['complaint@simulator.amazonses.com', ['Complaint']],
  ['ops@example.com', []],
])(
  'the queue of a topic gets the events of a mail to %s that its filter lets through: %j',
  async (address, types) => {
    const events = await eventsOf(address);
    expect(events.map(({ eventType }) => eventType)).toEqual(types);
    for (const event of events)
      expect(event).toMatchObject({
        mail: { messageId: 'm', tags: { runId: ['r'] }, destination: [address] },
      });
  },
);

test.each([
  ['the statement of the topic', { [queue]: [ofQueue] }, 'flow'],
  ['the statement of the queue', { [topic]: [ofTopic] }, 'flow'],
  ['the configuration set', all, 'other'],
])('without %s, nothing reaches the queue', async (_, policies, set) => {
  expect(await eventsOf('bounce@simulator.amazonses.com', policies, set)).toEqual([]);
});
