import { ChangeMessageVisibilityCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createMeter, sqsFunction, type FailedMessage, type SqsDefinition } from '@sluice/aws-kit/handlers';
import { metrics } from '../metrics.ts';
import { theOutside } from './outside.ts';
import { retryPauses } from './retry-pauses.ts';

const { count } = createMeter(metrics);

/** A function behind a queue: what fails is counted, and comes back soon. What is postponed only comes back. */
export const queueFunction = <E, S, M>(definition: SqsDefinition<E, S, M>) =>
  sqsFunction({ ...definition, failed: comesBack });

async function comesBack(message: FailedMessage): Promise<void> {
  const { queueArn, receiptHandle, receiveCount, isPostponed } = message;
  if (!isPostponed) count('MessagesFailed', { receiveCount });
  const client = theOutside.client(SQSClient);
  const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: queueArn.split(':').at(-1) }));
  const VisibilityTimeout = retryPauses[receiveCount - 1] ?? 1;
  const hidden = { QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout };
  await client.send(new ChangeMessageVisibilityCommand(hidden));
}
