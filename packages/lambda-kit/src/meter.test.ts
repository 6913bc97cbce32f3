import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog, logAbout, noteInLog, withRequestId } from './log.ts';
import { createMeter } from './meter.ts';

/** As CloudWatch documents its Embedded Metric Format. */
const embeddedSchema = z.looseObject({
  _aws: z.strictObject({
    Timestamp: z.int(),
    CloudWatchMetrics: z.tuple([
      z.strictObject({
        Namespace: z.string().regex(/^[\w.#/:-]{1,255}$/),
        Dimensions: z.tuple([z.tuple([])]),
        Metrics: z.array(z.strictObject({ Name: z.string(), Unit: z.enum(['Count', 'Seconds']) })).min(1),
      }),
    ]),
  }),
});

function aMeter(namespace?: string) {
  const lines: string[] = [];
  const log = createLog({
    write: (line) => lines.push(line),
    now: () => new Date('2026-11-20T08:00:00.000Z'),
    namespace: () => namespace,
    functionName: () => 'sweep',
  });
  const measure = createMeter({ Runs: { unit: 'Count' }, RunSeconds: { unit: 'Seconds' } }, log);
  return { measure, log, lines };
}

describe('a meter', () => {
  it('writes one line that CloudWatch reads as metrics, with the ids beside them', () => {
    const { measure, lines } = aMeter('Sluice/Flow');
    withRequestId('req-1', () => measure({ Runs: 1, RunSeconds: 2.5 }, { runId: 'r1' }));
    expect(lines).toHaveLength(1);
    const line = embeddedSchema.parse(JSON.parse(lines[0] ?? ''));
    expect(line._aws).toEqual({
      Timestamp: Date.parse('2026-11-20T08:00:00.000Z'),
      CloudWatchMetrics: [
        {
          Namespace: 'Sluice/Flow',
          Dimensions: [[]],
          Metrics: [
            { Name: 'Runs', Unit: 'Count' },
            { Name: 'RunSeconds', Unit: 'Seconds' },
          ],
        },
      ],
    });
    expect(line).toMatchObject({
      Runs: 1,
      RunSeconds: 2.5,
      runId: 'r1',
      requestId: 'req-1',
      function: 'sweep',
      code: 'measured',
    });
  });

  it('writes nothing of what is not known', () => {
    const { measure, lines } = aMeter('Sluice/Flow');
    measure({ Runs: undefined, RunSeconds: Number.NaN });
    expect(lines).toEqual([]);
  });

  it('writes a plain line where no stack has named its numbers', () => {
    const { measure, lines } = aMeter();
    measure({ Runs: 3 });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ Runs: 3, code: 'measured' });
    expect(lines[0]).not.toContain('_aws');
  });
});

describe('what lines are about', () => {
  it('is on each of them, inside alone, and hides no request id', () => {
    const { log, lines } = aMeter();
    withRequestId('req-1', () => {
      logAbout({ runId: 'r1', requestId: 'no' }, () => log.info('inside'));
      log.info('outside');
      noteInLog({ runId: 'r2' });
      log.info('after');
    });
    noteInLog({ runId: 'r3' });
    log.info('elsewhere');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { code: 'inside', runId: 'r1', requestId: 'req-1' },
      { code: 'outside', requestId: 'req-1' },
      { code: 'after', runId: 'r2', requestId: 'req-1' },
      { code: 'elsewhere', function: 'sweep' },
    ]);
    expect(lines[1]).not.toContain('runId');
    expect(lines[3]).not.toContain('runId');
  });
});
