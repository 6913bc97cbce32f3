import { expect, test } from 'vitest';
import { limitsOf } from './limits.ts';

test('all limits of AWS hold by default; the easy system has few threads and no limits of its tables', () => {
  const aws = limitsOf({});
  expect(aws).toMatchObject({ concurrentExecutions: 1000, fewThreads: false });
  expect(aws.indexLagMs).toBeGreaterThan(0);
  expect(aws.throughput).toMatchObject({ partition: { writes: 1000, reads: 3000 }, fresh: { writes: 4000 } });
  const easy = { concurrentExecutions: 10, fewThreads: true, indexLagMs: 0 };
  expect(limitsOf({ easy: true, concurrentExecutions: 10 })).toEqual(easy);
});
