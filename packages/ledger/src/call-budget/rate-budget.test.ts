import { createMemoryRateBudgets } from '../testing/memory/memory-rate-budgets.ts';
import { describeRateBudgets } from './testing/rate-budgets-contract.ts';

describeRateBudgets('the budgets in memory', createMemoryRateBudgets);
