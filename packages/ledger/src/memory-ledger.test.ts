import { createMemoryLedger } from './memory-ledger.ts';
import { createMemoryRateBudgets } from './budget/rate-budget.ts';
import { describeLanes } from './testing/lanes-contract.ts';
import { describeLedger } from './testing/ledger-contract.ts';
import { describeRateBudgets } from './testing/rate-budgets-contract.ts';

describeLedger('the ledger in memory', (now) => createMemoryLedger({ now }));
describeRateBudgets('the budgets in memory', createMemoryRateBudgets);
describeLanes('the ledger in memory', (now) => createMemoryLedger({ now }));
