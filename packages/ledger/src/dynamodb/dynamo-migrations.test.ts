import { afterAll, beforeAll } from 'vitest';
import { type Emulator, startEmulator } from '../testing/emulator.ts';
import { describeMigrations } from '../testing/migrations-contract.ts';
import { createDynamoMigrations } from './index.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

describeMigrations('migrations in DynamoDB', async (now) =>
  createDynamoMigrations({ client: emulator.client(), table: await emulator.table(), now }),
);
