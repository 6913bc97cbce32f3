import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createLog, logAbout, noteInLog, withRequestId } from './log.ts';
import { createMeter } from './meter.ts';

const time = '2026-11-20T08:00:00.000Z';

function aLog(env: NodeJS.ProcessEnv = {}) {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), now: () => new Date(time), env });
  return { log, lines, parsed: () => lines.map((line) => z.looseObject({}).parse(JSON.parse(line))) };
}

describe('a log line', () => {
  it('is one line of JSON with level, time, code and facts', () => {
    const { log, lines } = aLog();
    log.info('run_read', { runId: 'r1', rows: 10, names: ['a\nb'], gone: undefined });
    expect(lines).toEqual([
      `{"runId":"r1","rows":10,"names":["a\\nb"],"level":"info","time":"${time}","code":"run_read"}\n`,
    ]);
  });

  it('has the request id inside an invocation, even after an await, and not outside', async () => {
    const { log, parsed } = aLog();
    await Promise.all(
      ['one', 'two'].map((id) =>
        withRequestId(id, async () => {
          await Promise.resolve();
          log.info('inside', { id });
        }),
      ),
    );
    log.warn('outside');
    expect(parsed()).toMatchObject([
      { id: 'one', requestId: 'one' },
      { id: 'two', requestId: 'two' },
      { level: 'warn', code: 'outside' },
    ]);
    expect(parsed()[2]).not.toHaveProperty('requestId');
  });

  it('has the ids of its subject, inside only, and never another request id', () => {
    const { log, parsed } = aLog({ AWS_LAMBDA_FUNCTION_NAME: 'sweep' });
    withRequestId('req-1', () => {
      logAbout({ runId: 'r1', requestId: 'no' }, () => log.info('inside'));
      log.info('outside');
      noteInLog({ runId: 'r2' });
      log.info('after');
    });
    noteInLog({ runId: 'r3' });
    log.info('elsewhere');
    expect(parsed()).toMatchObject([
      { code: 'inside', runId: 'r1', requestId: 'req-1' },
      { code: 'outside', requestId: 'req-1' },
      { code: 'after', runId: 'r2', requestId: 'req-1' },
      { code: 'elsewhere', function: 'sweep' },
    ]);
    for (const line of [1, 3]) expect(parsed()[line]).not.toHaveProperty('runId');
  });

  it('keeps its own level, time and code whatever the facts contain', () => {
    const { log, parsed } = aLog();
    log.info('real', { level: 'error', code: 'fake', time: 'never' });
    expect(parsed()).toEqual([{ level: 'info', code: 'real', time }]);
  });
});

describe('the line of an error', () => {
  /** Like DynamoDB's conditional failure, with a cell in its message. */
  const awsError = Object.assign(new Error('Value ana@example.com is not allowed'), {
    name: 'ConditionalCheckFailedException',
    $metadata: { httpStatusCode: 400, requestId: 'AWSREQ1' },
  });
  const ledgerError = Object.assign(new Error('row ana@example.com\n    of two lines', { cause: awsError }), {
    name: 'LedgerError',
    code: 'busy',
  });
  const circular = new Error('ana@example.com');
  circular.cause = circular;

  it.each([
    [
      'name, code, stack and cause',
      ledgerError,
      {
        name: 'LedgerError',
        code: 'busy',
        stack: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
        cause: { name: 'ConditionalCheckFailedException', httpStatus: 400, awsRequestId: 'AWSREQ1' },
      },
    ],
    [
      'where and how a schema refused a value',
      z.object({ email: z.email() }).safeParse({ email: 'ana@example.com@' }).error,
      { name: 'ZodError', issues: ['email invalid_format'] },
    ],
    ['the type of a thrown value that is no error', 'ana@example.com', { name: 'thrown string' }],
    [
      'no name or code that is more than a word',
      Object.assign(new Error('x'), { name: 'row ana@example.com', code: 'ana@example.com' }),
      { name: 'Error' },
    ],
    ['a bounded part of circular causes', circular, { name: 'Error' }],
  ])('has %s, and never a message (invariant 15)', (_what, error, expected) => {
    const { log, lines, parsed } = aLog();
    log.error('message_failed', error, { runId: 'r1' });
    expect(parsed()).toMatchObject([
      { level: 'error', code: 'message_failed', runId: 'r1', error: expected },
    ]);
    expect(lines[0]).not.toMatch(/ana@example\.com|of two lines/);
  });
});

describe('a meter', () => {
  const table = { Runs: { unit: 'Count' }, RunSeconds: { unit: 'Seconds' } } as const;

  it('writes one line in the Embedded Metric Format, with the ids beside the numbers', () => {
    const { log, parsed } = aLog({ METRICS_NAMESPACE: 'Sluice/Flow', AWS_LAMBDA_FUNCTION_NAME: 'sweep' });
    const { measure } = createMeter(table, log);
    withRequestId('req-1', () => measure({ Runs: 1, RunSeconds: 2.5 }, { runId: 'r1' }));
    const Metrics = [
      { Name: 'Runs', Unit: 'Count' },
      { Name: 'RunSeconds', Unit: 'Seconds' },
    ];
    expect(parsed()).toEqual([
      {
        _aws: {
          Timestamp: Date.parse(time),
          CloudWatchMetrics: [{ Namespace: 'Sluice/Flow', Dimensions: [[]], Metrics }],
        },
        Runs: 1,
        RunSeconds: 2.5,
        runId: 'r1',
        requestId: 'req-1',
        function: 'sweep',
        level: 'info',
        code: 'measured',
        time,
      },
    ]);
  });

  it('leaves out values that are not known, and a count without a metric', () => {
    const { log, lines } = aLog();
    const { measure, count } = createMeter(table, log);
    measure({ Runs: undefined, RunSeconds: Number.NaN });
    count(undefined, { runId: 'r1' });
    expect(lines).toEqual([]);
  });

  it('writes a plain line where no namespace is set', () => {
    const { log, parsed } = aLog();
    createMeter(table, log).count('Runs', { runId: 'r1' });
    expect(parsed()).toEqual([{ Runs: 1, runId: 'r1', level: 'info', code: 'measured', time }]);
  });
});
