import { beforeEach, describe, expect, it } from 'vitest';
import type { RateBudget, RateBudgets } from '../rate-budget.ts';
import { aRateBudget } from './builders.ts';

/** Tests for every store of budgets. `open` returns an empty one. */
export function describeRateBudgets(name: string, open: () => Promise<RateBudgets> | RateBudgets): void {
  describe(name, () => {
    let budgets: RateBudgets;
    const { target } = aRateBudget();
    beforeEach(async () => {
      budgets = await open();
    });

    it('returns nothing for an unknown target', async () => {
      expect(await budgets.read(target)).toBeUndefined();
    });

    it('stores each target by itself', async () => {
      const [one, other] = [aRateBudget(), aRateBudget({ target: 'https://other.example', limit: 7 })];
      expect([await budgets.write(one), await budgets.write(other)]).toEqual([true, true]);
      expect(await budgets.read(target)).toEqual(one);
      expect(await budgets.read(other.target)).toEqual(other);
    });

    it('lets only one writer of a version win, from the first version on', async () => {
      for (const version of [1, 2, 3]) {
        const asked = Array.from({ length: 5 }, (_, free): RateBudget => aRateBudget({ version, free }));
        const written = await Promise.all(asked.map((budget) => budgets.write(budget)));
        expect(written.filter(Boolean)).toHaveLength(1);
        expect(await budgets.read(target)).toEqual(asked[written.indexOf(true)]);
      }
    });

    it('refuses a version that does not follow the stored one', async () => {
      await budgets.write(aRateBudget());
      expect(await budgets.write(aRateBudget({ version: 3, free: 1 }))).toBe(false);
      expect(await budgets.read(target)).toEqual(aRateBudget());
    });
  });
}
