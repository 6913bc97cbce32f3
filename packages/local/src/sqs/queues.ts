import { QueueDoesNotExist } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { physicalName } from '../machine/names.ts';
import type { ResourceKind } from '../machine/resource-kind.ts';
import { arn } from '../templates/pseudo-parameters.ts';
import { unsupported } from '../templates/unsupported.ts';

const numeric = z.coerce.number().int().optional();
const propertiesSchema = z.object({
  VisibilityTimeout: numeric,
  MessageRetentionPeriod: numeric,
  DelaySeconds: numeric,
  MaximumMessageSize: numeric,
  ReceiveMessageWaitTimeSeconds: numeric,
  FifoQueue: unsupported('FIFO queues are not run here'),
  RedrivePolicy: z
    .object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number().int() })
    .optional(),
});

/** `AWS::SQS::Queue` */
export const queueKind: ResourceKind = {
  identify: (resource, machine) => {
    const name = physicalName(resource, 'QueueName', 80);
    const url = machine.sqs.queueUrl(name);
    return { ref: url, attributes: { Arn: arn('sqs', name), QueueName: name, QueueUrl: url } };
  },
  create: async (resource, { sqs }) => {
    const Attributes = attributesOf(resource.parse(propertiesSchema));
    const QueueName = physicalName(resource, 'QueueName', 80);
    const url = await sqs.client.getQueueUrl({ QueueName }).catch((error: unknown) => {
      if (error instanceof QueueDoesNotExist) return undefined;
      throw error;
    });
    if (url === undefined) await sqs.client.createQueue({ QueueName, Attributes });
    else await sqs.client.setQueueAttributes({ QueueUrl: sqs.queueUrl(QueueName), Attributes });
  },
};

function attributesOf(properties: z.infer<typeof propertiesSchema>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}
