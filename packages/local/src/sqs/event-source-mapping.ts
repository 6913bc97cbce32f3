import { availableParallelism } from 'node:os';
import { SQS } from '@aws-sdk/client-sqs';
import { unsupported } from '../templates/unsupported.ts';
import { z } from 'zod';
import { LocalError } from '../local-error.ts';
import { shortHash } from '../short-hash.ts';
import type { ResourceKind } from '../machine/resource-kind.ts';
import { arn, region } from '../templates/pseudo-parameters.ts';
import { startPoller } from './poller.ts';
import { queueNameOf } from './sqs-server.ts';

const propertiesSchema = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  // On AWS, larger batches require a batch window.
  BatchSize: z.coerce.number().int().min(1).max(10).default(10),
  MaximumBatchingWindowInSeconds: unsupported('batches are not gathered here'),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')], {
    error: 'only functions that report the messages they failed on are run here',
  }),
  ScalingConfig: z.object({ MaximumConcurrency: z.coerce.number().int().min(2).optional() }).default({}),
  FilterCriteria: unsupported('filters of event source mappings are not run here'),
});

/** Lower than the template's maximum, which is for AWS: on one machine, more invocations would only compete for its cores. */
const mostConcurrency = availableParallelism() + 1;

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
    if (!properties.Enabled) return;
    const queueArn = properties.EventSourceArn;
    const queueUrl = machine.sqs.queueUrl(queueNameOf(queueArn));
    machine.whenReady(() => {
      // On AWS too, Lambda polls under the role of the function.
      const credentials = machine.authority.keysOf(machine.functions.roleOf(properties.FunctionName));
      const client = new SQS({ region, credentials, endpoint: machine.sqs.endpoint });
      const poller = startPoller({
        client,
        queueUrl,
        queueArn,
        batchSize: properties.BatchSize,
        concurrency: Math.min(properties.ScalingConfig.MaximumConcurrency ?? Infinity, mostConcurrency),
        invoke: (event) => machine.functions.invoke(properties.FunctionName, event),
        log: machine.log,
      });
      machine.whenStopping(() => {
        poller.stop();
        client.destroy();
      });
    });
  },
};
