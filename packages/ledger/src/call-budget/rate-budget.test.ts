import { createMemoryRateBudgets } from './rate-budget.ts';
import { describeRateBudgets } from './testing/rate-budgets-contract.ts';

describeRateBudgets('the budgets in memory', createMemoryRateBudgets);
