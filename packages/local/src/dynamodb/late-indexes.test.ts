import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Ports } from '../base/ports.ts';
import { keys } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { startDynamoDb } from './dynamodb.ts';

const TableName = 'runs';
/** Long enough for a few requests at once on a machine with much other work. */
const indexLagMs = 1500;
const patience = { timeout: 20 * indexLagMs };

async function start() {
  const folder = tempDir();
  const dynamodb = await startDynamoDb({
    dataDir: join(folder, 'dynamodb'),
    ports: new Ports(join(folder, 'ports.json')),
    aws: { region: 'us-east-1', credentials: keys },
    accessLog: join(folder, 'iam.jsonl'),
    log: () => undefined,
    limits: { concurrentExecutions: 1, fewThreads: false, indexLagMs },
  });
  onTestFinished(() => dynamodb.stop());
  const { client } = dynamodb;
  await client.createTable({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'state'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byState',
        KeySchema: [{ AttributeName: 'state', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  const index = { partitionKey: 'state', sortKey: undefined, attributes: 'all' as const };
  const tables = { [TableName]: { keys: ['pk'], indexes: { byState: index }, warm: {} } };
  await dynamodb.adopt({ roles: {}, resources: {}, tables });
  const listed = async () => {
    const { Items = [] } = await client.query({
      ...{ TableName, IndexName: 'byState', KeyConditionExpression: '#s = :open' },
      ...{
        ExpressionAttributeNames: { '#s': 'state' },
        ExpressionAttributeValues: { ':open': { S: 'open' } },
      },
    });
    return Items.map(({ pk, rows }) => `${pk?.S} ${rows?.N}`).toSorted();
  };
  return { client, listed };
}

const run = (pk: string, rows = '1', state = 'open'): Record<string, AttributeValue> => ({
  ...{ pk: { S: pk }, state: { S: state }, rows: { N: rows } },
});

test('an index shows each kind of write only after its lag, and until then what was there before', async () => {
  const { client, listed } = await start();
  const Statement = `INSERT INTO "runs" VALUE {'pk': ?, 'state': ?, 'rows': ?}`;
  const Parameters = Object.values(run('statement'));
  await Promise.all([
    client.putItem({ TableName, Item: run('put') }),
    client.batchWriteItem({ RequestItems: { [TableName]: [{ PutRequest: { Item: run('batch') } }] } }),
    client.transactWriteItems({ TransactItems: [{ Put: { TableName, Item: run('transaction') } }] }),
    client.batchExecuteStatement({ Statements: [{ Statement, Parameters }] }),
  ]);
  expect(await listed()).toEqual([]);
  const all = ['batch 1', 'put 1', 'statement 1', 'transaction 1'];
  await vi.waitFor(async () => expect(await listed()).toEqual(all), patience);
  await sleep(indexLagMs);

  const rows = {
    ExpressionAttributeNames: { '#r': 'rows' },
    ExpressionAttributeValues: { ':r': { N: '2' } },
  };
  const update = { TableName, UpdateExpression: 'SET #r = :r', ...rows };
  const set = {
    Statement: `UPDATE "runs" SET "state" = ? WHERE "pk" = ?`,
    Parameters: [{ S: 'done' }, { S: 'statement' }],
  };
  const [old, changed] = await Promise.all([
    client.updateItem({ ...update, Key: { pk: { S: 'put' } } }),
    client.updateItem({ ...update, Key: { pk: { S: 'batch' } }, ReturnValues: 'ALL_NEW' }),
    client.deleteItem({ TableName, Key: { pk: { S: 'transaction' } } }),
    client.batchExecuteStatement({ Statements: [set] }),
  ]);
  expect(old.Attributes).toBeUndefined();
  expect(changed.Attributes?.['rows']).toEqual({ N: '2' });
  expect(await listed()).toEqual(all);
  await vi.waitFor(async () => expect(await listed()).toEqual(['batch 2', 'put 2']), patience);
});
