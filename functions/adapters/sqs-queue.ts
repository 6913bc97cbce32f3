import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Queue } from '@sluice/flow/ports';

/** What one request may carry. */
const messagesPerRequest = 10;
const requestsAtOnce = 8;
const tries = 3;

export function createSqsQueue<Message extends object>(options: {
  readonly client: SQSClient;
  readonly url: string;
}): Queue<Message> {
  return {
    send: async (messages) => {
      const bodies = messages.map((message) => JSON.stringify(message));
      const requests = chunked(bodies, messagesPerRequest);
      for (const some of chunked(requests, requestsAtOnce))
        await Promise.all(some.map((request) => sendAll(options, request)));
    },
  };
}

/** A request may be taken in part: what was not is sent again. */
async function sendAll(
  { client, url }: { client: SQSClient; url: string },
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
