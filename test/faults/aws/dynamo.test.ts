import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { createDynamoStore, tableShape } from '@sluice/data-access/dynamodb';
import { getItems, openTable, runStatements } from '@sluice/aws-kit/dynamodb';
import { createDynamoLedger, createDynamoMigrations, createDynamoRateBudgets } from '@sluice/ledger/dynamodb';
import { describe, expect, it } from 'vitest';
import { describeRateBudgets } from '../../../packages/ledger/src/call-budget/testing/rate-budgets-contract.ts';
import { storeContract } from '../../../packages/data-access/src/testing/store-contract.ts';
import { describeLedger } from '../../../packages/ledger/src/testing/ledger-contract.ts';
import { describeMigrations } from '../../../packages/ledger/src/testing/migrations-contract.ts';
import { onTheWire, type AwsRequest } from './answer.ts';
import { createMemoryDynamo, type MemoryDynamoOptions } from './dynamo.ts';

function opened(options: MemoryDynamoOptions = {}) {
  const dynamo = createMemoryDynamo(options);
  const client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: 'http://aws.test',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    maxAttempts: 1,
    requestHandler: { handle: async (request: AwsRequest) => onTheWire(dynamo.answer(request)) },
  });
  return { dynamo, client, table: 't', documents: DynamoDBDocument.from(client) };
}

describeLedger('the ledger over the stand-in', (now) => createDynamoLedger({ ...opened(), now }));
describeMigrations('migrations over the stand-in', (now) => createDynamoMigrations({ ...opened(), now }));
describeRateBudgets('the budgets over the stand-in', () => createDynamoRateBudgets(opened()));
const { partitionKey, sortKey, include } = tableShape.index;
const ofService = opened({ index: { keys: [partitionKey, sortKey], include } });
storeContract("the service's store over the stand-in", createDynamoStore(ofService));

const TableName = 't';
const key = (sk: string) => ({ pk: 'p', sk });
const kilobytes = (n: number) => 'x'.repeat(n * 1024);
const refused = { name: 'ValidationException' };

describe('the stand-in has what AWS has', () => {
  it('no item above 400 KB', async () => {
    const { documents } = opened();
    await documents.put({ TableName, Item: { ...key('a'), text: kilobytes(399) } });
    await expect(
      documents.put({ TableName, Item: { ...key('b'), text: kilobytes(400) } }),
    ).rejects.toMatchObject(refused);
    const grown = {
      TableName,
      Key: key('a'),
      UpdateExpression: 'SET more = :more',
      ExpressionAttributeValues: { ':more': kilobytes(2) },
    };
    await expect(documents.update(grown)).rejects.toMatchObject(refused);
  });

  it('pages of 1 MB, in the order of the bytes of their keys', async () => {
    const { documents } = opened();
    const sorts = ['\u{1F600}', 'z', '\uFF5E', 'ä'];
    for (const sk of sorts) await documents.put({ TableName, Item: { ...key(sk), text: kilobytes(300) } });
    const page = (ExclusiveStartKey?: object) =>
      documents.query({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'p' },
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      });
    const first = await page();
    const second = await page(first.LastEvaluatedKey);
    const sksOf = ({ Items = [] }: { Items?: Readonly<Record<string, unknown>>[] }) =>
      Items.map(({ sk }) => sk);
    expect([sksOf(first), sksOf(second)]).toEqual([['z', 'ä', '\uFF5E'], ['\u{1F600}']]);
  });

  it('a transaction of up to 4 MB that names each item once', async () => {
    const { documents } = opened();
    const put = (sk: string, size: number) => ({
      Put: { TableName, Item: { ...key(sk), text: kilobytes(size) } },
    });
    const transact = (...TransactItems: ReturnType<typeof put>[]) =>
      documents.transactWrite({ TransactItems });
    await expect(transact(put('a', 1), put('a', 2))).rejects.toMatchObject(refused);
    const large = Array.from({ length: 11 }, (_, at) => put(String(at), 390));
    await expect(transact(...large)).rejects.toMatchObject(refused);
    await transact(...large.slice(1));
  });

  it('batches that take each item once, and give back what does not fit or is busy', async () => {
    let asked = 0;
    const { documents, client } = opened({ isBusy: () => (asked += 1) % 3 === 0 });
    const all = Array.from({ length: 60 }, (_, at) => key(String(at).padStart(2, '0')));
    const access = openTable({ client, table: TableName, sleep: () => Promise.resolve(), random: () => 0 });
    const inserts = all.map((one) => ({ write: 'insert', item: { ...one, text: kilobytes(350) } }) as const);
    expect((await runStatements(access, inserts)).every(Boolean)).toBe(true);
    const got = await documents.batchGet({ RequestItems: { [TableName]: { Keys: all } } });
    expect(got.Responses?.[TableName]?.length).toBeLessThan(47);
    expect(got.UnprocessedKeys?.[TableName]?.Keys?.length).toBe(
      60 - (got.Responses?.[TableName]?.length ?? 0),
    );
    expect((await getItems(access, all)).every((item) => item !== undefined)).toBe(true);
    const twice = [inserts[0]!, inserts[0]!];
    await expect(runStatements(access, twice)).rejects.toMatchObject(refused);
  });

  it('reads that see what was before, unless they ask for consistency, and an index that is late', async () => {
    let at = Date.parse('2026-03-01T08:00:00.000Z');
    const { documents } = opened({ lag: { now: () => new Date(at), indexMs: 10_000, readMs: 1_000 } });
    const Item = { ...key('a'), gsi1pk: 'g', gsi1sk: 's' };
    await documents.put({ TableName, Item });
    const seen = async () => [
      (await documents.get({ TableName, Key: key('a') })).Item !== undefined,
      (await documents.get({ TableName, Key: key('a'), ConsistentRead: true })).Item !== undefined,
      (
        await documents.query({
          TableName,
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :g',
          ExpressionAttributeValues: { ':g': 'g' },
        })
      ).Count,
    ];
    expect(await seen()).toEqual([false, true, 0]);
    at += 2_000;
    expect(await seen()).toEqual([true, true, 0]);
    at += 9_000;
    expect(await seen()).toEqual([true, true, 1]);
  });

  it('items that can be read after their time until they are deleted', async () => {
    const { documents, dynamo } = opened();
    const now = new Date('2026-03-01T08:00:00.000Z');
    const expires = now.getTime() / 1000 - 60;
    await documents.put({ TableName, Item: { ...key('a'), expires } });
    await documents.put({ TableName, Item: { ...key('b'), expires: expires + 120 } });
    expect(dynamo.peek('p', 'a')).toBeDefined();
    dynamo.expire(now);
    expect([dynamo.peek('p', 'a'), dynamo.peek('p', 'b')?.['sk']]).toEqual([undefined, 'b']);
  });
});
