import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog, withRequestId } from './log.ts';

function aLog() {
  const lines: string[] = [];
  const log = createLog({
    write: (line) => lines.push(line),
    now: () => new Date('2026-11-20T08:00:00.000Z'),
  });
  return { log, lines };
}

/** As DynamoDB's conditional failure looks, with a cell in its message. */
const awsError = Object.assign(new Error('Value ana@example.com is not allowed'), {
  name: 'ConditionalCheckFailedException',
  $metadata: { httpStatusCode: 400, requestId: 'AWSREQ1' },
});

describe('a log line', () => {
  it('is one line of JSON with level, time, code and facts', () => {
    const { log, lines } = aLog();
    log.info('run_read', { runId: 'r1', rows: 10, names: ['a\nb'], gone: undefined });
    expect(lines).toEqual([
      '{"runId":"r1","rows":10,"names":["a\\nb"],"level":"info","time":"2026-11-20T08:00:00.000Z","code":"run_read"}\n',
    ]);
  });

  it('carries the request id, also after waiting, and only inside', async () => {
    const { log, lines } = aLog();
    await Promise.all(
      ['one', 'two'].map((id) =>
        withRequestId(id, async () => {
          await Promise.resolve();
          log.info('inside', { id });
        }),
      ),
    );
    log.warn('outside');
    expect(lines.map((line) => z.looseObject({}).parse(JSON.parse(line)))).toMatchObject([
      { id: 'one', requestId: 'one' },
      { id: 'two', requestId: 'two' },
      { level: 'warn', code: 'outside' },
    ]);
    expect(lines[2]).not.toContain('requestId');
  });

  it('takes no fact for its level, time or code', () => {
    const { log, lines } = aLog();
    log.info('real', { level: 'error', code: 'fake', time: 'never' });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', code: 'real' });
  });

  it('of an error says name, code, stack and cause, and never a message (invariant 15)', () => {
    const { log, lines } = aLog();
    const error = Object.assign(new Error('row ana@example.com\n    of two lines', { cause: awsError }), {
      name: 'LedgerError',
      code: 'busy',
    });
    log.error('message_failed', error, { runId: 'r1' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('ana@example.com');
    expect(lines[0]).not.toContain('of two lines');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      code: 'message_failed',
      runId: 'r1',
      error: {
        name: 'LedgerError',
        code: 'busy',
        stack: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
        cause: { name: 'ConditionalCheckFailedException', httpStatus: 400, awsRequestId: 'AWSREQ1' },
      },
    });
  });

  it('of a refused value says where and how, and never the value (invariant 15)', () => {
    const { log, lines } = aLog();
    const { error } = z.object({ email: z.email() }).safeParse({ email: 'not-an-email' });
    log.error('message_unreadable', error);
    expect(lines[0]).not.toContain('not-an-email');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      error: { name: 'ZodError', issues: ['email invalid_format'] },
    });
  });

  it('of a thing that is no error says what kind of thing, and of a strange name nothing (invariant 15)', () => {
    const { log, lines } = aLog();
    log.error('odd', 'ana@example.com');
    log.error('odd', Object.assign(new Error('x'), { name: 'row ana@example.com', code: 'ana@example.com' }));
    expect(lines.join('')).not.toContain('ana@example.com');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ error: { name: 'thrown string' } });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ error: { name: 'Error' } });
  });

  it('ends with a chain of causes that bites its tail', () => {
    const { log, lines } = aLog();
    const error = new Error('a');
    error.cause = error;
    log.error('loop', error);
    expect(lines).toHaveLength(1);
  });
});
