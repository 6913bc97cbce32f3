import { setTimeout as sleep } from 'node:timers/promises';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { AwsError } from '../aws-json/front.ts';
import { startPoller, type PollerOptions } from './poller.ts';

const entriesSchema = z.object({ Entries: z.array(z.object({ ReceiptHandle: z.string() })).default([]) });

/** A poller of a queue in memory, which has these messages. */
function poll(bodies: readonly string[], options: Partial<PollerOptions>) {
  const waiting = [...bodies];
  const deleted: string[] = [];
  const client = new SQS({ region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
  const received = async () => {
    const Body = waiting.shift();
    if (Body === undefined) await sleep(50);
    return Body === undefined ? {} : { Messages: [{ MessageId: Body, ReceiptHandle: Body, Body }] };
  };
  client.middlewareStack.add((_, { commandName }) => async ({ input }) => {
    const { Entries } = entriesSchema.parse(input);
    deleted.push(...Entries.map(({ ReceiptHandle }) => ReceiptHandle));
    const output = commandName === 'ReceiveMessageCommand' ? await received() : {};
    return { output: { $metadata: {}, ...output }, response: {} };
  });
  const poller = startPoller({
    client,
    queueUrl: 'url',
    queueArn: 'arn',
    batchSize: 1,
    windowSeconds: 0,
    visibilitySeconds: 30,
    concurrency: 2,
    invoke: async () => ({ ok: true, payload: '' }),
    log: () => undefined,
    ...options,
  });
  onTestFinished(() => poller.stop());
  return deleted;
}

test('no more invocations run at once than the concurrency of the event source', async () => {
  let running = 0;
  let most = 0;
  const invoke = async () => {
    most = Math.max(most, (running += 1));
    await sleep(20);
    running -= 1;
    return { ok: true, payload: '' };
  };
  const deleted = poll(['a', 'b', 'c', 'd', 'e', 'f', 'g'], { concurrency: 3, invoke });
  await vi.waitFor(() => expect(deleted).toHaveLength(7));
  expect(most).toBe(3);
});

test('a batch is gathered until it is full or its window is over', async () => {
  const sizes: number[] = [];
  const invoke = async (event: string) => {
    sizes.push(JSON.parse(event).Records.length);
    return { ok: true, payload: '' };
  };
  poll(['a', 'b', 'c', 'd', 'e'], { batchSize: 3, windowSeconds: 0.2, invoke });
  await vi.waitFor(() => expect(sizes).toEqual([3, 2]));
});

test('a throttled batch is tried again, and stays in the queue when it was throttled until it is visible again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const throttled = () => Promise.reject(new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429));
  const invoke = vi.fn(throttled);
  const deleted = poll(['a'], { visibilitySeconds: 1.5, invoke });
  await vi.waitFor(() => expect(invoke).toHaveBeenCalledTimes(1));
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => expect(invoke).toHaveBeenCalledTimes(2), 2000);
  expect(deleted).toEqual([]);
});
