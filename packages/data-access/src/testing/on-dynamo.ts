import type { TableOptions } from '@sluice/aws-kit/dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { createDynamoStore } from '../dynamodb/index.ts';
import type { Store } from '../store/store.ts';
import { startEmulator, type Emulator } from './emulator.ts';
import { startService, type Service } from './service.ts';

/** A database in memory for the tests of one file, with a store in it and a service over that. */
export function onDynamo(options: Partial<TableOptions> = {}) {
  const emulator = {} as Emulator;
  const store = {} as Store;
  const service = {} as Service;
  beforeAll(async () => {
    Object.assign(emulator, await startEmulator('service'));
    Object.assign(store, createDynamoStore({ client: emulator.client, table: 'service', ...options }));
    Object.assign(service, startService(store));
  });
  afterAll(() => emulator.stop());
  return { emulator, store, service };
}
