import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import type { Queue } from '@sluice/flow/ports';
import type { DeadLetters } from '@sluice/flow/redrive/redrive';
import type { Outside } from './outside.ts';

/** SQS takes no more in one request. */
const messagesPerRequest = 10;
const requestsAtOnce = 8;
const tries = 3;

export function createSqsQueue<Message extends object>(outside: Outside, url: string): Queue<Message> {
  const client = outside.client(SQSClient);
  return {
    send: async (messages) => {
      const bodies = messages.map((message) => JSON.stringify(message));
      const requests = chunked(bodies, messagesPerRequest);
      for (const some of chunked(requests, requestsAtOnce))
        await Promise.all(some.map((request) => sendAll({ client, url }, request)));
    },
  };
}

/** SQS may accept a part of a request: the rest is sent again. */
async function sendAll(
  { client, url }: { readonly client: SQSClient; readonly url: string },
  bodies: readonly string[],
): Promise<void> {
  let left = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
  for (let tried = 0; left.length > 0; tried += 1) {
    if (tried === tries)
      throw new Error(`The queue did not take ${left.length} of ${bodies.length} messages`);
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: left }));
    const failed = new Set(Failed.map(({ Id }) => Id));
    left = left.filter(({ Id }) => failed.has(Id));
  }
}

function chunked<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Longer than the function may run: one redrive receives a kept letter once, and the next one receives it again. */
const hiddenSeconds = 120;

/** The dead letters of one queue. A kept letter becomes visible again by itself, never by hand. */
export function createSqsDeadLetters(outside: Outside, url: string): DeadLetters {
  const client = outside.client(SQSClient);
  return {
    receive: async () => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: url,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: hiddenSeconds,
          // Long polling asks every server of the queue: a short poll may miss messages.
          WaitTimeSeconds: 1,
        }),
      );
      return Messages.map(({ MessageId: messageId = '', Body: body = '', ReceiptHandle: receipt = '' }) => ({
        messageId,
        body,
        receipt,
      }));
    },
    remove: async ({ receipt }) => {
      await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: receipt }));
    },
  };
}
