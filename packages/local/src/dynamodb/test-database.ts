import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { setTimeout as sleep } from 'node:timers/promises';

/** The keys of a table with one index; all are texts. */
export interface TableKeys {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly index: {
    readonly name: string;
    readonly partitionKey: string;
    readonly sortKey: string;
    /** The attributes in the index besides its keys. All of them when absent. */
    readonly include?: readonly string[];
  };
}

export interface TestDatabase {
  readonly endpoint: string;
  /** Makes a client for one test, so that its middleware does not affect other tests. */
  client(): DynamoDBClient;
  createTable(name: string, keys: TableKeys): Promise<void>;
  stop(): Promise<void>;
}

/** Makes clients and tables for a running database. `end` stops it. */
export function testDatabase(endpoint: string, end: () => Promise<void>): TestDatabase {
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
