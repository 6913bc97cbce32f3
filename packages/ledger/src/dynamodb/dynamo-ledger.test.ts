import { useEmulator } from '../testing/emulator.ts';
import { describeLedger } from '../testing/ledger-contract.ts';
import { describeMigrations } from '../testing/migrations-contract.ts';
import { describeRateBudgets } from '../../../call-budget/src/testing/rate-budgets-contract.ts';
import { createDynamoLedger, createDynamoMigrations, createDynamoRateBudgets } from './index.ts';

const emulator = useEmulator();
const opened = async () => ({ client: emulator.client(), table: await emulator.table() });

describeLedger('the ledger in DynamoDB', async (now) => createDynamoLedger({ ...(await opened()), now }));
describeMigrations('migrations in DynamoDB', async (now) =>
  createDynamoMigrations({ ...(await opened()), now }),
);
describeRateBudgets('the budgets in DynamoDB', async () => createDynamoRateBudgets(await opened()));
