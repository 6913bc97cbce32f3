import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startMemoryDatabase } from '@sluice/local/memory-database';
import { afterAll, beforeAll } from 'vitest';
import { ledgerTable } from '../dynamodb/index.ts';

export interface Emulator {
  client(): DynamoDBClient;
  table(): Promise<string>;
}

export function useEmulator(): Emulator {
  let database: Awaited<ReturnType<typeof startMemoryDatabase>>;
  let tables = 0;
  beforeAll(async () => {
    database = await startMemoryDatabase();
  });
  afterAll(() => database.stop());
  return {
    client: () => database.client(),
    table: async () => {
      const name = `ledger-${(tables += 1)}`;
      await database.createTable(name, ledgerTable);
      return name;
    },
  };
}
