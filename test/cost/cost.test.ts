import { describe, expect, it } from 'vitest';
import { usdOf } from '../../packages/ledger/src/views/prices.ts';
import type { WorldOptions } from '../simulation/world.ts';
import { countedRun } from './counted-run.ts';

const late = 20 * 60_000;
const cases: readonly (readonly [string, number, WorldOptions])[] = [
  ['one batch', 100, {}],
  ['1,000 rows', 1000, {}],
  ['batches of both sizes', 9000, {}],
  ['imports of twenty minutes', 1000, { runsFor: () => late }],
];

describe('usage.usd', () => {
  it.each(cases)(
    'differs by less than 5 per cent from the requests that a run made: %s',
    async (_name, rows, options) => {
      const { counted, usage } = await countedRun(rows, options);
      expect(usage.usd / usdOf(counted)).toBeGreaterThan(0.95);
      expect(usage.usd / usdOf(counted)).toBeLessThan(1.05);
      for (const kind of ['invocations', 'queueRequests', 'objectPuts', 'objectGets', 'transitions'] as const)
        expect(usage[kind], kind).toBe(counted[kind]);
    },
  );
});
