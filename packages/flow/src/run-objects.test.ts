import { describe, expect, it } from 'vitest';
import { runKeys } from './run-objects.ts';

const runId = 'a'.repeat(26);

describe('the keys of what a run writes', () => {
  it.each([
    ['a name of 1,000 bytes', `${'x'.repeat(996)}.csv`],
    ['a name of 1,000 bytes in characters of two', `${'é'.repeat(497)}.xlsx`],
    ['an extension of 990 bytes', `a.${'x'.repeat(990)}`],
    ['an extension of 990 bytes before .csv', `a.${'é'.repeat(490)}.csv`],
  ])('fit into S3 for %s', (_what, fileName) => {
    const keys = [
      runKeys.plan(runId, fileName, 99),
      runKeys.undoReport(runId, fileName),
      runKeys.result(runId, fileName, 'e'.repeat(26)),
    ];
    for (const key of keys) expect(Buffer.byteLength(key)).toBeLessThanOrEqual(1024);
  });
});
