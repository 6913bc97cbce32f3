export { createCallBudget, type CallBudget, type CallBudgetOptions, type Taken } from './call-budget.ts';
export { CallBudgetError } from './call-budget-error.ts';
export type { RateNote } from './hearing.ts';
export { leaseBlock, resetAfter, roomFor, usableOf, type Ask, type Lease } from './lease.ts';
export {
  createMemoryRateBudgets,
  rateBudgetSchema,
  type RateBudget,
  type RateBudgets,
  type Told,
  type Use,
} from './rate-budget.ts';
