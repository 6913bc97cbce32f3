import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { sqsFunction, type RecordContext, type SqsEvent } from './sqs-function.ts';
import { aContext, captureLog } from './testing/lambda.ts';

const message = z.object({ id: z.string() });

function anEvent(...bodies: string[]): SqsEvent {
  return {
    Records: bodies.map((body, index) => ({
      messageId: `m${index + 1}`,
      receiptHandle: `r${index + 1}`,
      eventSourceARN: 'arn:aws:sqs:eu-west-1:1:drops',
      body,
      attributes: { ApproximateReceiveCount: '2' },
    })),
  };
}

const failed = (...ids: string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

const logged = captureLog();
beforeEach(() => {
  vi.stubEnv('TABLE', 'ledger');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function aFunction(each: (id: string, context: RecordContext) => Promise<void>) {
  const services = vi.fn((env: { TABLE: string }) => ({ table: env.TABLE }));
  const handler = sqsFunction({
    env: z.object({ TABLE: z.string() }),
    services,
    message,
    each: ({ id }, _services, context) => each(id, context),
  });
  return { handler, services };
}

describe('a function behind a queue', () => {
  it('runs records one after another and returns those that failed', async () => {
    const order: string[] = [];
    const { handler } = aFunction(async (id) => {
      order.push(`${id} begins`);
      await Promise.resolve();
      order.push(`${id} ends`);
      if (id === 'b') throw new Error('row ana@example.com');
    });
    const answer = await handler(anEvent('{"id":"a"}', '{"id":"b"}', '{"id":"c"}'), aContext());
    expect(answer).toEqual(failed('m2'));
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(logged()).toMatchObject([
      { code: 'message_failed', requestId: 'request-1', messageId: 'm2', receiveCount: 2 },
    ]);
  });

  it('passes on each message that failed, and logs what goes wrong with that', async () => {
    vi.stubEnv('TABLE', 'ledger');
    const noted: unknown[] = [];
    const handler = sqsFunction({
      env: z.object({ TABLE: z.string() }),
      services: () => undefined,
      message,
      each: async ({ id }) => {
        if (id !== 'good') throw new Error('row ana@example.com');
      },
      failed: async (one) => {
        noted.push(one);
        if (one.receiptHandle === 'r2') throw new Error('throttled');
      },
    });
    const answer = await handler(anEvent('{"id":"good"}', '{"id":"a"}', 'not JSON'), aContext());
    expect(answer).toEqual(failed('m2', 'm3'));
    const queueArn = 'arn:aws:sqs:eu-west-1:1:drops';
    expect(noted).toEqual([
      { queueArn, receiptHandle: 'r2', receiveCount: 2, isPostponed: false },
      { queueArn, receiptHandle: 'r3', receiveCount: 2, isPostponed: false },
    ]);
    expect(logged().map(({ code }) => code)).toEqual([
      ...['message_failed', 'failure_not_noted', 'message_unreadable'],
    ]);
  });

  it('returns a message that came too early, without logging an error', async () => {
    const noted: unknown[] = [];
    const handler = sqsFunction({
      env: z.object({}),
      services: () => undefined,
      message,
      each: ({ id }) => Promise.reject(id === 'early' ? new RangeError('ana@example.com') : new Error('no')),
      postpones: (error) => error instanceof RangeError,
      failed: async ({ receiptHandle, isPostponed }) => void noted.push([receiptHandle, isPostponed]),
    });
    expect(await handler(anEvent('{"id":"early"}', '{"id":"a"}'), aContext())).toEqual(failed('m1', 'm2'));
    expect(noted).toEqual([
      ['r1', true],
      ['r2', false],
    ]);
    expect(logged()).toMatchObject([
      { level: 'info', code: 'message_postponed', messageId: 'm1', receiveCount: 2 },
      { level: 'error', code: 'message_failed', messageId: 'm2' },
    ]);
  });

  it('returns a message that it cannot read, so that it becomes a dead letter (invariant 11)', async () => {
    const seen: string[] = [];
    const { handler } = aFunction(async (id) => void seen.push(id));
    const answer = await handler(anEvent('not JSON ana@example.com', '{"id":7}', '{"id":"c"}'), aContext());
    expect(answer).toEqual(failed('m1', 'm2'));
    expect(seen).toEqual(['c']);
    expect(logged().map(({ code }) => code)).toEqual(['message_unreadable', 'message_unreadable']);
    expect(JSON.stringify(logged())).not.toContain('ana@example.com');
  });

  it('parses the environment and builds services once, with the first event', async () => {
    const { handler, services } = aFunction(async () => undefined);
    expect(services).not.toHaveBeenCalled();
    await handler(anEvent('{"id":"a"}'), aContext());
    await handler(anEvent('{"id":"a"}'), aContext('request-2'));
    expect(services).toHaveBeenCalledTimes(1);
    expect(services).toHaveBeenCalledWith({ TABLE: 'ledger' });
  });

  it('names a missing variable in the log, fails as a whole, and tries again with the next event', async () => {
    vi.stubEnv('TABLE', undefined);
    const { handler } = aFunction(async () => undefined);
    await expect(handler(anEvent('{"id":"a"}'), aContext())).rejects.toMatchObject({
      name: 'EnvError',
      message: 'The log has the reason, under request request-1.',
    });
    expect(logged()).toMatchObject([
      {
        code: 'invocation_failed',
        error: { code: 'env_invalid', cause: { issues: ['TABLE invalid_type'] } },
      },
    ]);
    vi.stubEnv('TABLE', 'ledger');
    expect(await handler(anEvent('{"id":"a"}'), aContext())).toEqual(failed());
  });

  it('passes each record its ids and the time that is left', async () => {
    const seen: unknown[] = [];
    const { handler } = aFunction(async (_id, { requestId, messageId, receiveCount, remainingMs }) => {
      seen.push({ requestId, messageId, receiveCount, left: remainingMs() });
    });
    await handler(anEvent('{"id":"a"}'), aContext());
    expect(seen).toEqual([{ requestId: 'request-1', messageId: 'm1', receiveCount: 2, left: 1234 }]);
  });
});
