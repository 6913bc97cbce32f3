import { QueueDoesNotExist } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { physicalName } from '../machine/names.ts';
import type { ResourceKind } from '../machine/resource-kind.ts';
import { arn } from '../templates/pseudo-parameters.ts';

const numeric = z.coerce.number().int().optional();
const propertiesSchema = z.object({
  VisibilityTimeout: numeric,
  MessageRetentionPeriod: numeric,
  DelaySeconds: numeric,
  MaximumMessageSize: numeric,
  ReceiveMessageWaitTimeSeconds: numeric,
  FifoQueue: z.boolean().optional(),
  ContentBasedDeduplication: z.boolean().optional(),
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
    const attributes = attributesOf(resource.parse(propertiesSchema));
    const QueueName = physicalName(resource, 'QueueName', 80);
    const url = await sqs.client.getQueueUrl({ QueueName }).catch((error: unknown) => {
      if (error instanceof QueueDoesNotExist) return undefined;
      throw error;
    });
    if (url === undefined) {
      await sqs.client.createQueue({ QueueName, Attributes: attributes });
    } else {
      // What a queue is cannot change, only how it behaves.
      const { FifoQueue: _fixed, ...changeable } = attributes;
      await sqs.client.setQueueAttributes({ QueueUrl: sqs.queueUrl(QueueName), Attributes: changeable });
    }
  },
};

function attributesOf(properties: z.infer<typeof propertiesSchema>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}
