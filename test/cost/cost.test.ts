import { describe, expect, it } from 'vitest';
import { usdOf } from '../../packages/ledger/src/views/prices.ts';
import { countedRun, type CountedOptions } from './counted-run.ts';

const late = 20 * 60_000;
const cases: readonly (readonly [string, number, CountedOptions])[] = [
  ['one batch', 100, {}],
  ['1,000 rows', 1000, {}],
  ['batches of both sizes', 9000, {}],
  ['imports of twenty minutes', 1000, { runsFor: () => late }],
  ['approved', 100, { isApproved: true }],
  ['undone', 100, { isUndone: true }],
  ['approved and undone, in batches of both sizes', 9000, { isApproved: true, isUndone: true }],
];

/** Write units of a batch: an attempt takes 6 for its dry run and 8 for real. */
const units = {
  ...{ batch: 1, 'dry planned': 1, 'dry sendStarted': 1, 'dry accepted': 1, 'dry ended': 1 },
  // A transaction with the check of the dry run.
  ...{ 'real planned': 4, 'real sendStarted': 1, 'real accepted': 1, 'real ended': 1 },
  // One for each attempt: the item by which the run is found.
  importId: 2,
};

describe('usage.usd', () => {
  it.each(cases)(
    'differs by less than 5 per cent from the requests that a run made, 8 write units an attempt at most: %s',
    async (_name, rows, options) => {
      const { counted, usage, unitsOfBatch } = await countedRun(rows, options);
      expect(usage.usd / usdOf(counted)).toBeGreaterThan(0.95);
      expect(usage.usd / usdOf(counted)).toBeLessThan(1.05);
      for (const kind of ['invocations', 'queueRequests', 'objectPuts', 'objectGets', 'transitions'] as const)
        expect(usage[kind], kind).toBe(counted[kind]);
      if (!options.isApproved && !options.isUndone) expect(unitsOfBatch).toEqual(units);
    },
  );
});
