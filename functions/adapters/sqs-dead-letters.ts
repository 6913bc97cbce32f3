import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { DeadLetters } from '@sluice/flow/redrive/redrive';

/** Longer than the function may run: what is kept is not met twice by one redrive, and is there again for the next. */
const hiddenSeconds = 120;

/** The dead letters of one queue. One that is kept is never made visible by hand: it comes back by itself. */
export function createSqsDeadLetters({
  client,
  url: QueueUrl,
}: {
  readonly client: SQSClient;
  readonly url: string;
}): DeadLetters {
  return {
    receive: async () => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: hiddenSeconds,
          // Long polling asks every part of the queue: a short one may miss what is there.
          WaitTimeSeconds: 1,
        }),
      );
      return Messages.map(({ MessageId = '', Body = '', ReceiptHandle = '' }) => ({
        messageId: MessageId,
        body: Body,
        receipt: ReceiptHandle,
      }));
    },
    remove: async ({ receipt }) => {
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receipt }));
    },
  };
}
