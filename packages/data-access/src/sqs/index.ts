import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ImportQueue } from '../services.ts';

export function createSqsImportQueue({ client, url }: { client: SQSClient; url: string }): ImportQueue {
  return {
    send: async (message, delaySeconds = 0) => {
      const MessageBody = JSON.stringify(message);
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody, DelaySeconds: delaySeconds }));
    },
  };
}
