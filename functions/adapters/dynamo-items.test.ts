import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { startMemoryDatabase } from '@sluice/local/memory-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDynamoItems } from './dynamo-items.ts';
import { outsideWith } from './testing/outside-with.ts';

const table = 'console';
let database: Awaited<ReturnType<typeof startMemoryDatabase>>;
beforeAll(async () => {
  database = await startMemoryDatabase();
  await database.client().send(
    new CreateTableCommand({
      ...{ TableName: table, BillingMode: 'PAY_PER_REQUEST' },
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    }),
  );
});
afterAll(() => database.stop());

it('keeps an item until it is taken, by one of several at once', async () => {
  const items = createDynamoItems(outsideWith(database.client()), table);
  const [key, until] = ['session#1', new Date('2026-03-01T08:00:00.500Z')];
  expect([await items.get(key), await items.replace(key, {}, until)]).toEqual([undefined, false]);
  const [first, second] = [{ roles: ['viewer'], none: undefined }, { roles: [] }];
  expect([await items.add(key, first, until), await items.add(key, second, until)]).toEqual([true, false]);
  expect(await items.get(key)).toEqual({ roles: ['viewer'] });
  const { Item } = await DynamoDBDocument.from(database.client()).get({
    ...{ TableName: table, Key: { pk: key, sk: 'item' } },
  });
  expect(Item).toMatchObject({ expires: 1772352001 });
  expect(await items.replace(key, second, until)).toBe(true);
  const taken = await Promise.all([1, 2, 3].map(() => items.take(key)));
  expect(taken.filter((one) => one !== undefined)).toEqual([second]);
  expect([await items.get(key), await items.replace(key, first, until)]).toEqual([undefined, false]);
});
