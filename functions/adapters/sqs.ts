import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import type { Queue } from '@sluice/flow/ports';
import type { DeadLetters } from '@sluice/flow/redrive/redrive';
import type { Outside } from './outside.ts';

/** SQS takes no more in one request. */
const messagesPerRequest = 10;
const requestsAtOnce = 8;
const tries = 3;

/**
 * @param groupOf by their group SQS shares out the workers: messages of a group that keeps many busy wait behind those of
 * others
 */
export function createSqsQueue<Message extends object>(
  outside: Outside,
  url: string,
  groupOf?: (message: Message) => string,
): Queue<Message> {
  const client = outside.client(SQSClient);
  return {
    send: async (messages) => {
      const entries = messages.map((message) => ({
        MessageBody: JSON.stringify(message),
        ...(groupOf && { MessageGroupId: groupOf(message) }),
      }));
      const requests = chunked(entries, messagesPerRequest);
      for (const some of chunked(requests, requestsAtOnce))
        await Promise.all(some.map((request) => sendAll({ client, url }, request)));
    },
  };
}

/** SQS may accept a part of a request: the rest is sent again. */
async function sendAll(
  { client, url }: { readonly client: SQSClient; readonly url: string },
  entries: readonly Omit<SendMessageBatchRequestEntry, 'Id'>[],
): Promise<void> {
  let left = entries.map((entry, index) => ({ ...entry, Id: String(index) }));
  for (let tried = 0; left.length > 0; tried += 1) {
    if (tried === tries)
      throw new Error(`The queue did not take ${left.length} of ${entries.length} messages`);
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
