import { BatchExecuteStatementCommand, BatchGetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { startEmulator } from '@sluice/data-access/testing';
import { expect, it, onTestFinished } from 'vitest';
import { countRequests, total } from './counting.ts';

const TableName = 'counted';
const text = (n: number) => ({ S: 'f'.repeat(n) });
const key = (n: number) => ({ pk: { S: 'kind user' }, sk: { S: String(n) } });
const put = (n: number, bytes: number) =>
  new PutItemCommand({ TableName, Item: { ...key(n), u: { S: `${bytes} ${n}` }, f: text(bytes) } });
const insert = (...numbers: number[]) =>
  new BatchExecuteStatementCommand({
    Statements: numbers.map((n) => ({
      Statement: `INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?, 'f': ?}`,
      Parameters: [{ S: 'kind role' }, { S: String(n) }, text(1500)],
    })),
  });
const strongRead = new BatchGetItemCommand({
  RequestItems: { [TableName]: { Keys: [key(1), key(404)], ConsistentRead: true } },
});

it('counts units of table and index, refused writes and strong reads of missing items as AWS bills them', async () => {
  const { client, stop } = await startEmulator(TableName);
  onTestFinished(() => stop());
  const counting = countRequests(client, (partition) => /^kind (\w+)$/.exec(partition)?.[1]);
  const sentBy = async (run: () => Promise<unknown>) => (await counting.during(run)).sent;
  expect(await sentBy(() => client.send(put(1, 1500)))).toMatchObject([
    { operation: 'PutItem', labels: ['user'], requests: 1, items: 1, writeUnits: 2, indexWriteUnits: 1 },
  ]);
  // It leaves the index and enters it again, since its sort key changes.
  expect(total(await sentBy(() => client.send(put(1, 500))))).toMatchObject({
    writeUnits: 2,
    indexWriteUnits: 2,
  });
  await client.send(insert(1));
  const refused = { requests: 1, items: 1, readUnits: 0, writeUnits: 2, indexWriteUnits: 0 };
  expect(total(await sentBy(() => client.send(insert(1))))).toEqual(refused);
  expect(total(await sentBy(() => client.send(insert(1, 2))))).toMatchObject({ items: 2, writeUnits: 4 });
  expect(total(await sentBy(() => client.send(strongRead)))).toMatchObject({ items: 2, readUnits: 2 });
  expect((await client.send(put(2, 10))).ConsumedCapacity).toBeUndefined();
});
