import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { MessageQueue } from '../services.ts';

interface SqsQueue {
  readonly client: Pick<SQSClient, 'send'>;
  readonly url: string;
}

/**
 * The messages of a site are a group, by which SQS shares out the workers: those of a site that keeps many busy wait behind those of
 * other sites.
 */
export function createSqsQueue<M extends { readonly siteId: string }>({
  client,
  url,
}: SqsQueue): MessageQueue<M> {
  return {
    send: async (message, delaySeconds = 0) => {
      const MessageBody = JSON.stringify(message);
      const sent = { QueueUrl: url, MessageBody, MessageGroupId: message.siteId, DelaySeconds: delaySeconds };
      await client.send(new SendMessageCommand(sent));
    },
  };
}
