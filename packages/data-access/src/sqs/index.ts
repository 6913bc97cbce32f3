import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { MessageQueue } from '../services.ts';

interface SqsQueue {
  readonly client: SQSClient;
  readonly url: string;
}

export function createSqsQueue<M extends object>({ client, url }: SqsQueue): MessageQueue<M> {
  return {
    send: async (message, delaySeconds = 0) => {
      const MessageBody = JSON.stringify(message);
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody, DelaySeconds: delaySeconds }));
    },
  };
}
