export { callsSpent, createCallBudget, type CallBudget } from './call-budget.ts';
export { resetAfter, roomFor, usableOf } from './lease.ts';
export { rateBudgetSchema, type RateBudget, type RateBudgets } from './rate-budget.ts';
export type { RateNote } from './rate-reports.ts';
