import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tableShape } from '../dynamodb/table.ts';

export interface Emulator {
  readonly client: DynamoDBClient;
  readonly endpoint: string;
  readonly stop: () => void;
}

/** A DynamoDB in memory on a free port, with the service's table in it. */
export async function startEmulator(table: string): Promise<Emulator> {
  const port = await freePort();
  const folder = dirname(createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json'));
  const child = spawn(join(folder, 'dynoxide'), ['--host', '127.0.0.1', '--port', String(port)], {
    stdio: 'ignore',
  });
  // It outlives a crashed parent.
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  await createTable(client, table);
  return {
    client,
    endpoint,
    stop: () => {
      process.removeListener('exit', stop);
      client.destroy();
      stop();
    },
  };
}

async function createTable(client: DynamoDBClient, table: string): Promise<void> {
  const { partitionKey, sortKey, index } = tableShape;
  const command = new CreateTableCommand({
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [partitionKey, sortKey, index.sortKey].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: [
      { AttributeName: partitionKey, KeyType: 'HASH' },
      { AttributeName: sortKey, KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: index.name,
        KeySchema: [
          { AttributeName: index.partitionKey, KeyType: 'HASH' },
          { AttributeName: index.sortKey, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...index.include] },
      },
    ],
  });
  for (let tried = 0; ; tried += 1) {
    try {
      await client.send(command);
      return;
    } catch (error) {
      if (tried === 100) throw error;
      await sleep(20);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
