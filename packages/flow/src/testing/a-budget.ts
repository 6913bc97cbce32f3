import { createCallBudget, type CallBudget } from '@sluice/ledger/call-budget';
import { createMemoryRateBudgets } from '@sluice/ledger/testing';

/** The calls of one instance, which keeps none back while nobody states a limit. */
export const aBudget = (now: () => Date): CallBudget =>
  createCallBudget({
    budgets: createMemoryRateBudgets(),
    target: 'https://service.test',
    reserve: 0.1,
    now,
    newId: () => 'instance',
  });
