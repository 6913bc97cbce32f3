import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startMemoryDatabase } from '@sluice/local/memory-database';
import { tableShape } from '../dynamodb/table.ts';

export interface Emulator {
  readonly client: DynamoDBClient;
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

export async function startEmulator(table: string): Promise<Emulator> {
  const database = await startMemoryDatabase();
  await database.createTable(table, tableShape);
  return { client: database.client(), endpoint: database.endpoint, stop: () => database.stop() };
}
