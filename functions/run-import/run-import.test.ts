import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it, vi } from 'vitest';
import { handler } from './handler.ts';

const settings = {
  ...{ AWS_REGION: 'eu-west-1', METRICS_NAMESPACE: 'Sluice/Test', DATA_TABLE: 'data', DATA_BUCKET: 'data' },
  ...{ CHANGES_QUEUE_URL: 'https://sqs/changes', IMPORT_QUEUE_URL: 'https://sqs/imports' },
  ...{ REVERTS_QUEUE_URL: 'https://sqs/reverts', MAIL_FROM: 'sluice@example.com' },
};

const answers = (output: object) => (): unknown => Promise.resolve(output);

it('lets the message of an import that it may not work on yet come back, and logs no error', async () => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  // The import is not stored yet. One that another worker has ends in the same error.
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(answers({}));
  const queue = vi
    .spyOn(SQSClient.prototype, 'send')
    .mockImplementation(answers({ QueueUrl: 'https://sqs/imports' }));
  const record = {
    messageId: 'm1',
    receiptHandle: 'r1',
    eventSourceARN: 'arn:aws:sqs:eu-west-1:123456789012:Imports',
    body: JSON.stringify({ v: 1, siteId: 'site', importId: 'import-1' }),
    attributes: { ApproximateReceiveCount: '1' },
  };
  const answer = await handler(
    { Records: [record] },
    { awsRequestId: 'r', getRemainingTimeInMillis: () => 1 },
  );
  const logged = lines.mock.calls.join();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
  expect(queue.mock.calls.at(-1)?.[0].input).toMatchObject({ ReceiptHandle: 'r1', VisibilityTimeout: 10 });
  expect(logged).toContain('message_postponed');
  expect(logged).not.toContain('"level":"error"');
  expect(logged).not.toContain('MessagesFailed');
});
