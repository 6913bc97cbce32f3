import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseBinary } from './database-binary.ts';

/** The keys of a table with one index; all are texts. */
export interface TableKeys {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly index: {
    readonly name: string;
    readonly partitionKey: string;
    readonly sortKey: string;
    /** What the index carries besides keys; all when absent. */
    readonly include?: readonly string[];
  };
}

export interface MemoryDatabase {
  readonly endpoint: string;
  /** Makes a client of its own, whose middleware no other test meets. */
  client(): DynamoDBClient;
  createTable(name: string, keys: TableKeys): Promise<void>;
  stop(): Promise<void>;
}

/** For tests: a DynamoDB that forgets, or the one that `AWS_ENDPOINT_URL_DYNAMODB` names. */
export async function startMemoryDatabase(): Promise<MemoryDatabase> {
  const { endpoint, end } = await database();
  const clients: DynamoDBClient[] = [];
  const client = (): DynamoDBClient => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const made = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
    clients.push(made);
    return made;
  };
  const admin = client();
  return {
    endpoint,
    client,
    createTable: (name, keys) => createTable(admin, name, keys),
    stop: async () => {
      for (const made of clients) made.destroy();
      await end();
    },
  };
}

async function database(): Promise<{ endpoint: string; end: () => Promise<void> }> {
  const elsewhere = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  if (elsewhere !== undefined && elsewhere !== '') return { endpoint: elsewhere, end: async () => undefined };
  const port = await freePort();
  const child = spawn(databaseBinary(), ['--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const kill = (): void => void child.kill('SIGKILL');
  // It outlives a parent that crashes.
  process.once('exit', kill);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    end: async () => {
      process.removeListener('exit', kill);
      kill();
      await ended;
    },
  };
}

async function createTable(client: DynamoDBClient, name: string, table: TableKeys): Promise<void> {
  const { index } = table;
  const names = new Set([table.partitionKey, table.sortKey, index.partitionKey, index.sortKey]);
  const command = new CreateTableCommand({
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...names].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keySchema(table),
    GlobalSecondaryIndexes: [
      {
        IndexName: index.name,
        KeySchema: keySchema(index),
        Projection:
          index.include === undefined
            ? { ProjectionType: 'ALL' }
            : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...index.include] },
      },
    ],
  });
  for (let tried = 1; ; tried += 1) {
    try {
      await client.send(command);
      return;
    } catch (error) {
      // It may not listen yet.
      if (tried === 100) throw error;
      await sleep(20);
    }
  }
}

function keySchema({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    { AttributeName: sortKey, KeyType: 'RANGE' as const },
  ];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
