import type { SQSClient } from '@aws-sdk/client-sqs';
import { expect, it, vi } from 'vitest';
import { createSqsQueue } from './index.ts';

it('the messages of a site are a group, so that SQS gives other sites their turn', async () => {
  const send = vi.fn(async (_command: { input: object }) => ({}));
  const client: Pick<SQSClient, 'send'> = { send };
  await createSqsQueue({ client, url: 'https://sqs/imports' }).send({ siteId: 's1' }, 5);
  expect(send.mock.calls[0]?.[0].input).toEqual({
    QueueUrl: 'https://sqs/imports',
    MessageBody: '{"siteId":"s1"}',
    MessageGroupId: 's1',
    DelaySeconds: 5,
  });
});
