import {
  createCallBudget,
  createMemoryRateBudgets,
  type CallBudget,
  type RateBudgets,
} from '@sluice/call-budget';

/** The calls of one instance, which holds nothing back while nobody tells it a limit. */
export function aBudget(
  now: () => Date,
  { name = 'instance', budgets = createMemoryRateBudgets() }: { name?: string; budgets?: RateBudgets } = {},
): CallBudget {
  return createCallBudget({ budgets, target: 'https://service.test', reserve: 0.1, now, newId: () => name });
}
