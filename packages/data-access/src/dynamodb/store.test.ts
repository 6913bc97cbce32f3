import { afterAll, beforeAll } from 'vitest';
import { startEmulator, type Emulator } from '../testing/emulator.ts';
import { storeContract } from '../testing/store-contract.ts';
import type { Store } from '../store/store.ts';
import { createDynamoStore } from './index.ts';

let emulator: Emulator;
let store: Store;

beforeAll(async () => {
  emulator = await startEmulator('service');
  store = createDynamoStore({ client: emulator.client, table: 'service' });
});
afterAll(() => emulator.stop());

storeContract('the store in DynamoDB', () => store);
