import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ledgerTable } from '../dynamodb/index.ts';

export interface Emulator {
  /** Makes a client of its own, whose middleware no other test meets. */
  client(): DynamoDBClient;
  /** Makes an empty table of the ledger. */
  table(): Promise<string>;
  stop(): Promise<void>;
}

/** A DynamoDB in memory, in a process of its own on a free port. */
export async function startEmulator(): Promise<Emulator> {
  const port = await freePort();
  const folder = dirname(createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json'));
  const child = spawn(join(folder, 'dynoxide'), ['--host', '127.0.0.1', '--port', String(port)], {
    stdio: 'ignore',
  });
  const kill = () => void child.kill('SIGKILL');
  // It outlives a parent that crashes.
  process.once('exit', kill);
  const clients: DynamoDBClient[] = [];
  const client = () => {
    const made = new DynamoDBClient({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    clients.push(made);
    return made;
  };
  const admin = client();
  let tables = 0;
  return {
    client,
    table: async () => {
      tables += 1;
      await createTable(admin, `ledger-${tables}`);
      return `ledger-${tables}`;
    },
    stop: async () => {
      process.removeListener('exit', kill);
      for (const made of clients) made.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      kill();
      await ended;
    },
  };
}

async function createTable(client: DynamoDBClient, table: string): Promise<void> {
  const { partitionKey, sortKey, index } = ledgerTable;
  const names = [partitionKey, sortKey, index.partitionKey, index.sortKey];
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  const command = new CreateTableCommand({
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keys(partitionKey, sortKey),
    GlobalSecondaryIndexes: [
      {
        IndexName: index.name,
        KeySchema: keys(index.partitionKey, index.sortKey),
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  for (let tried = 1; ; tried += 1) {
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
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
