import { QueueAttributeName, QueueDoesNotExist } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { physicalName } from '../base/names.ts';
import { LocalError } from '../base/local-error.ts';
import type { Resource, ResourceKind } from './resource-kind.ts';
import { arn } from '../base/pseudo-parameters.ts';
import { unsupported } from '../templates/unsupported.ts';
import { queueNameOf, type SqsServer } from '../sqs/sqs-server.ts';

const numeric = z.coerce.number().int().optional();
const propertiesSchema = z.object({
  VisibilityTimeout: numeric,
  MessageRetentionPeriod: numeric,
  DelaySeconds: numeric,
  MaximumMessageSize: numeric,
  ReceiveMessageWaitTimeSeconds: numeric,
  FifoQueue: unsupported('FIFO queues are not run here'),
  RedrivePolicy: z
    .object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number().int().min(1).max(1000) })
    .optional(),
  RedriveAllowPolicy: z
    .object({
      redrivePermission: z.enum(['allowAll', 'denyAll', 'byQueue']),
      sourceQueueArns: z.array(z.string()).default([]),
    })
    .optional(),
});

/** `AWS::SQS::Queue` */
export const queueKind: ResourceKind = {
  identify: (resource, machine) => {
    const name = physicalName(resource, 'QueueName', 80);
    const url = machine.sqs.queueUrl(name);
    return { ref: url, attributes: { Arn: arn('sqs', name), QueueName: name, QueueUrl: url } };
  },
  create: async (resource, { sqs, whenReady }) => {
    const properties = resource.parse(propertiesSchema);
    const Attributes = attributesOf(properties);
    const QueueName = physicalName(resource, 'QueueName', 80);
    const url = await sqs.client.getQueueUrl({ QueueName }).catch((error: unknown) => {
      if (error instanceof QueueDoesNotExist) return undefined;
      throw error;
    });
    if (url === undefined) await sqs.client.createQueue({ QueueName, Attributes });
    else await sqs.client.setQueueAttributes({ QueueUrl: sqs.queueUrl(QueueName), Attributes });
    const deadLetters = properties.RedrivePolicy?.deadLetterTargetArn;
    if (deadLetters !== undefined) whenReady(() => refuseUnlessTaken(resource, deadLetters, sqs));
  },
};

const allowSchema = z.object({
  redrivePermission: z.string(),
  sourceQueueArns: z.array(z.string()).default([]),
});

/** SQS refuses a dead-letter queue that does not exist, or that does not take messages of this queue. */
async function refuseUnlessTaken(resource: Resource, deadLetters: string, sqs: SqsServer): Promise<void> {
  const QueueUrl = sqs.queueUrl(queueNameOf(deadLetters));
  const given = { QueueUrl, AttributeNames: [QueueAttributeName.RedriveAllowPolicy] };
  const { Attributes = {} } = await sqs.client.getQueueAttributes(given);
  const { redrivePermission, sourceQueueArns } = allowSchema.parse(
    JSON.parse(Attributes.RedriveAllowPolicy ?? '{"redrivePermission":"allowAll"}'),
  );
  const own = arn('sqs', physicalName(resource, 'QueueName', 80));
  if (redrivePermission === 'allowAll' || sourceQueueArns.includes(own)) return;
  const why = `${deadLetters} does not take the dead letters of this queue: its RedriveAllowPolicy is ${redrivePermission}.`;
  throw new LocalError('template_invalid', `${resource.place}: ${why}`);
}

function attributesOf(properties: z.infer<typeof propertiesSchema>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}
