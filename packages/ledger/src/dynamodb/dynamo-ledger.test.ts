import { afterAll, beforeAll } from 'vitest';
import { type Emulator, startEmulator } from '../testing/emulator.ts';
import { describeLanes } from '../testing/lanes-contract.ts';
import { describeLedger } from '../testing/ledger-contract.ts';
import { describeRateBudgets } from '../../../call-budget/src/testing/rate-budgets-contract.ts';
import { createDynamoLedger, createDynamoRateBudgets } from './index.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

const open = async (now: () => Date) =>
  createDynamoLedger({ client: emulator.client(), table: await emulator.table(), now });

describeLedger('the ledger in DynamoDB', open);
describeLanes('the ledger in DynamoDB', open);

describeRateBudgets('the budgets in DynamoDB', async () =>
  createDynamoRateBudgets({ client: emulator.client(), table: await emulator.table() }),
);
