import { describe, expect, it } from 'vitest';
import { faultKinds } from './effects.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';

const seeds = Array.from({ length: 100 }, (_, index) => index + 1);

describe('the simulated flow', () => {
  it('keeps its invariants in every history (invariants 1 to 7, 9, 10, 12, 13, 15)', async () => {
    const kinds = new Set<string>();
    for (const seed of seeds) {
      const { breaches, fired } = await simulate(seed);
      expect(breaches, `npm run simulate -- --seeds 1 --seed ${seed}`).toEqual([]);
      for (const { kind } of fired) kinds.add(kind);
    }
    expect(kinds.size).toBeGreaterThan(10);
    expect([...kinds].filter((kind) => !(kind in faultKinds))).toEqual([]);
  }, 120_000);

  it('replays one history from one seed', async () => {
    for (const seed of seeds.slice(0, 20)) {
      const [one, again] = [await simulate(seed), await simulate(seed)];
      expect(again).toEqual(one);
    }
  });

  it('leaves everything plain where nothing is decided', async () => {
    const { breaches, statuses, fired } = await simulate(7, { kept: new Set() });
    expect({ breaches, statuses, fired }).toEqual({ breaches: [], statuses: ['succeeded'], fired: [] });
  });

  it('shrinks a history to the decisions that its breach needs', async () => {
    const whole = await simulate(3);
    const pretended = { ...whole, breaches: ['invariant N: pretended'] };
    const play = (kept: ReadonlySet<string>) => simulate(3, { kept });
    expect((await shrink(pretended, play, 20)).decisions).toEqual(whole.decisions);
  });
});
