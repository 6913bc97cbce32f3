import * as z from 'zod';
import { physicalName } from '../base/names.ts';
import type { ResourceKind } from './resource-kind.ts';
import { shortHash } from '../base/short-hash.ts';
import { arn } from '../base/pseudo-parameters.ts';
import { unsupported } from '../templates/unsupported.ts';

/** `AWS::SNS::Topic` */
export const topicKind: ResourceKind = {
  identify: (resource) => {
    const name = physicalName(resource, 'TopicName', 256);
    const topicArn = arn('sns', name);
    return { ref: topicArn, attributes: { TopicArn: topicArn, TopicName: name } };
  },
  create: (resource) =>
    void resource.parse(z.object({ FifoTopic: unsupported('FIFO topics are not run here') })),
};

const toQueueSchema = z.object({
  Protocol: z.literal('sqs', { error: 'topics deliver only to queues here' }),
  TopicArn: z.string(),
  Endpoint: z.string(),
  RawMessageDelivery: z.literal(true, { error: 'only raw messages are delivered here' }),
  FilterPolicy: z.record(z.string(), z.array(z.string())).default({}),
  FilterPolicyScope: z
    .literal('MessageBody', { error: 'only the bodies of messages are filtered here' })
    .optional(),
});
/** Mails to people about alarms, which do not fire here. */
const toPersonSchema = z.object({ Protocol: z.literal('email') });

/** `AWS::SNS::Subscription` */
export const subscriptionKind: ResourceKind = {
  identify: (resource) => {
    const id = arn('sns', `subscription:${shortHash(resource.place, 12)}`);
    return { ref: id, attributes: { Arn: id } };
  },
  create: (resource, { topics }) => {
    const parsed = resource.parse(z.union([toPersonSchema, toQueueSchema]));
    if (parsed.Protocol === 'sqs')
      topics.subscribe(parsed.TopicArn, { queueArn: parsed.Endpoint, filter: parsed.FilterPolicy });
  },
};
