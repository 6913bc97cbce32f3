import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startMemoryDatabase } from '@sluice/local/memory-database';
import { ledgerTable } from '../dynamodb/index.ts';

export interface Emulator {
  client(): DynamoDBClient;
  /** Makes an empty table of the ledger. */
  table(): Promise<string>;
  stop(): Promise<void>;
}

export async function startEmulator(): Promise<Emulator> {
  const database = await startMemoryDatabase();
  let tables = 0;
  return {
    ...database,
    table: async () => {
      tables += 1;
      const name = `ledger-${tables}`;
      await database.createTable(name, ledgerTable);
      return name;
    },
  };
}
