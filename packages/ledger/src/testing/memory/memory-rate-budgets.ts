import type { RateBudget, RateBudgets } from '../../call-budget/rate-budget.ts';

export function createMemoryRateBudgets(): RateBudgets {
  const stored = new Map<string, RateBudget>();
  return {
    read: async (target) => stored.get(target),
    write: async (budget) => {
      if ((stored.get(budget.target)?.version ?? 0) !== budget.version - 1) return false;
      stored.set(budget.target, budget);
      return true;
    },
  };
}
