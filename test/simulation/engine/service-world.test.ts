import { describe, expect, it } from 'vitest';
import { simulateService } from './simulate.ts';

const seeds = Array.from({ length: 150 }, (_, index) => index + 1);

describe('the simulated service', () => {
  it('keeps its invariants while workers stall, die and come back (invariants 7, 16, 17, 18, 23)', async () => {
    const seen = new Set<string>();
    for (const seed of seeds) {
      const { breaches, fired, acts, statuses } = await simulateService(seed);
      expect(breaches, `npm run simulate -- --service --seeds 1 --seed ${seed}`).toEqual([]);
      for (const one of [...fired.map(({ kind }) => kind), ...acts, ...statuses]) seen.add(one);
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['arrivesLate', 'diesAfter', 'partly', 'erase a person', 'reverted', 'invalid']),
    );
  }, 120_000);

  it('replays one history from one seed', async () => {
    for (const seed of seeds.slice(0, 10))
      expect(await simulateService(seed)).toEqual(await simulateService(seed));
  });

  it('leaves everything plain where nothing is decided', async () => {
    const { breaches, statuses, fired } = await simulateService(7, { kept: new Set() });
    expect({ breaches, statuses, fired }).toEqual({
      breaches: [],
      statuses: ['success', 'success'],
      fired: [],
    });
  });
});
