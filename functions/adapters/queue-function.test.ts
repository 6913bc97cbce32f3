import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { theOutside } from './outside.ts';
import { queueFunction } from './queue-function.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 1000 };

it.each([
  [1, 10],
  [2, 60],
  [3, 300],
  [4, 900],
  // Received once more, it is a dead letter.
  [5, 1],
])(
  'a message that failed after %i deliveries comes back after %i seconds, and is counted',
  async (times, seconds) => {
    vi.stubEnv('METRICS_NAMESPACE', 'Sluice/Test');
    const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const send = vi.fn(async (_command: { input: object }) => ({ QueueUrl: 'https://sqs/Drops' }));
    vi.spyOn(theOutside, 'client').mockReturnValue({ send });
    const handler = queueFunction({
      env: z.object({}),
      services: () => undefined,
      message: z.object({}),
      each: () => Promise.reject(new Error('no')),
    });
    const record = {
      messageId: 'm1',
      receiptHandle: 'r1',
      eventSourceARN: 'arn:aws:sqs:eu-west-1:123456789012:Drops',
      body: '{}',
      attributes: { ApproximateReceiveCount: String(times) },
    };
    await handler({ Records: [record] }, context);
    expect(send.mock.calls.map(([{ input }]) => input)).toEqual([
      { QueueName: 'Drops' },
      {
        QueueUrl: 'https://sqs/Drops',
        ReceiptHandle: 'r1',
        VisibilityTimeout: seconds,
      },
    ]);
    expect(lines.mock.calls.join()).toContain('"MessagesFailed":1');
    vi.unstubAllEnvs();
  },
);
