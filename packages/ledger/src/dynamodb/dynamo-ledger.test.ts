import { afterAll, beforeAll } from 'vitest';
import { startEmulator, type Emulator } from '../testing/emulator.ts';
import { describeLedger } from '../testing/ledger-contract.ts';
import { describeRateBudgets } from '../testing/rate-budgets-contract.ts';
import { createDynamoLedger, createDynamoRateBudgets } from './index.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

describeLedger('the ledger in DynamoDB', async (now) =>
  createDynamoLedger({ client: emulator.client(), table: await emulator.table(), now }),
);

describeRateBudgets('the budgets in DynamoDB', async () =>
  createDynamoRateBudgets({ client: emulator.client(), table: await emulator.table() }),
);
