import { afterAll, beforeAll, expect, it } from 'vitest';
import { concurrentImports, wrongIn } from '../testing/concurrent-imports.ts';
import { startEmulator, type Emulator } from '../testing/emulator.ts';
import { createDynamoStore } from './index.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator('concurrent');
});
afterAll(() => emulator.stop());

it('16 imports at once lose no update and make no second record in the database either (invariant 7)', async () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const store = createDynamoStore({ client: emulator.client, table: 'concurrent' });
    expect(wrongIn(await concurrentImports(seed, store)), `seed ${seed}`).toEqual([]);
  }
}, 60_000);
