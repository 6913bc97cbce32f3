import { ChangeMessageVisibilityCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createMeter, sqsFunction, type FailedMessage, type SqsDefinition } from '@sluice/lambda-kit';
import { metrics } from '../metrics.ts';
import { theOutside } from './outside.ts';

/**
 * Seconds until a message that failed comes back, by how often it was received. A queue by itself would wait for its whole
 * visibility timeout, half an hour for a drop. After the last time it becomes a dead letter.
 */
const pauses = [10, 60, 300, 900];

const { count } = createMeter(metrics);

/** A function behind a queue: what fails is counted, and comes back soon. */
export const queueFunction = <E, S, M>(definition: SqsDefinition<E, S, M>) =>
  sqsFunction({ ...definition, failed: comesBack });

async function comesBack({ queueArn, receiptHandle, receiveCount }: FailedMessage): Promise<void> {
  count('MessagesFailed', { receiveCount });
  const client = theOutside.client(SQSClient);
  const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: queueArn.split(':').at(-1) }));
  const VisibilityTimeout = pauses[receiveCount - 1] ?? 1;
  const hidden = { QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout };
  await client.send(new ChangeMessageVisibilityCommand(hidden));
}
