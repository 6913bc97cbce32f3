import { availableParallelism } from 'node:os';
import { SQS } from '@aws-sdk/client-sqs';
import { unsupported } from '../templates/unsupported.ts';
import * as z from 'zod';
import { LocalError } from '../base/local-error.ts';
import { shortHash } from '../base/short-hash.ts';
import type { Machine } from './machine.ts';
import type { Resource, ResourceKind } from './resource-kind.ts';
import { arn, region } from '../base/pseudo-parameters.ts';
import { startPoller } from '../sqs/poller.ts';
import { queueNameOf } from '../sqs/sqs-server.ts';

const propertiesSchema = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: z.coerce.number().int().min(1).max(10, { error: 'larger batches are not run here' }).default(10),
  MaximumBatchingWindowInSeconds: z.coerce.number().int().min(0).max(300).default(0),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')], {
    error: 'only functions that report the messages they failed on are run here',
  }),
  ScalingConfig: z
    .object({ MaximumConcurrency: z.coerce.number().int().min(2).max(1000).optional() })
    .default({}),
  FilterCriteria: unsupported('filters of event source mappings are not run here'),
});
type Properties = z.infer<typeof propertiesSchema>;

/** `AWS::Lambda::EventSourceMapping` of a queue. */
export const eventSourceMappingKind: ResourceKind = {
  identify: (resource) => {
    const id = shortHash(resource.place, 12);
    return {
      ref: id,
      attributes: { Id: id, EventSourceMappingArn: arn('lambda', `event-source-mapping:${id}`) },
    };
  },
  create: (resource, machine) => {
    const properties = resource.parse(propertiesSchema);
    if (!properties.EventSourceArn.includes(':sqs:')) {
      throw new LocalError('template_unsupported', `${resource.place}: only queues are event sources here.`);
    }
    if (properties.Enabled) machine.whenReady(() => begin(resource, properties, machine));
  },
};

async function begin(resource: Resource, properties: Properties, machine: Machine): Promise<void> {
  const { EventSourceArn: queueArn, FunctionName, ScalingConfig } = properties;
  const { sqs, functions, limits } = machine;
  const queueUrl = sqs.queueUrl(queueNameOf(queueArn));
  const { role, timeoutSeconds } = functions.specOf(FunctionName);
  const visibilitySeconds = await visibilityOf(queueUrl, sqs.client);
  if (visibilitySeconds < timeoutSeconds) {
    const numbers = `Queue visibility timeout: ${visibilitySeconds} seconds is less than Function timeout: ${timeoutSeconds} seconds`;
    throw new LocalError('template_invalid', `${resource.place}: ${numbers}`);
  }
  // On AWS too, Lambda polls under the role of the function.
  const credentials = machine.authority.keysOf(role);
  const client = new SQS({ region, credentials, endpoint: sqs.endpoint });
  const most = ScalingConfig.MaximumConcurrency ?? limits.concurrentExecutions;
  const poller = startPoller({
    client,
    queueUrl,
    queueArn,
    batchSize: properties.BatchSize,
    windowSeconds: properties.MaximumBatchingWindowInSeconds,
    visibilitySeconds,
    concurrency: limits.fewThreads ? Math.min(most, availableParallelism() + 1) : most,
    invoke: (event) => functions.invoke(FunctionName, event),
    log: machine.log,
  });
  machine.whenStopping(() => {
    poller.stop();
    client.destroy();
  });
}

async function visibilityOf(QueueUrl: string, client: SQS): Promise<number> {
  const { Attributes = {} } = await client.getQueueAttributes({
    QueueUrl,
    AttributeNames: ['VisibilityTimeout'],
  });
  return Number(Attributes['VisibilityTimeout']);
}
