import { expect, test } from 'vitest';
import { limitsOf } from '../base/limits.ts';
import { Json } from '../base/json.ts';
import { sending } from '../testing/sending.ts';
import { throttles } from './throttles.ts';
import type { Send } from './send.ts';

const index = { partitionKey: 'g', sortKey: undefined, attributes: 'all' as const };
const shapes = (warm = {}) => ({ runs: { keys: ['pk'], indexes: { byTime: index }, warm } });

/** A table whose writes take these units, with a clock that stands still. */
function table({ units = 100, indexUnits = 0, warm = {}, answerBytes = 0 }) {
  const clock = { ms: 0 };
  const sent: object[] = [];
  const send: Send = async ({ members }) => {
    sent.push(members);
    const GlobalSecondaryIndexes = { byTime: { CapacityUnits: indexUnits } };
    const ConsumedCapacity = { TableName: 'runs', Table: { CapacityUnits: units }, GlobalSecondaryIndexes };
    const asks = members['ReturnConsumedCapacity'] !== undefined;
    return {
      status: 200,
      body: Json.ofValue({ ...(asks && { ConsumedCapacity }), a: 'x'.repeat(answerBytes) }),
    };
  };
  const { throughput: limits } = limitsOf({});
  if (limits === undefined) throw new Error('There are no limits.');
  const throttled = sending(throttles(send, { limits, now: () => clock.ms }), shapes(warm));
  const put = (pk: string, g = '') => {
    const item = { pk: { S: pk }, ...(g !== '' && { g: { S: g } }) };
    return throttled('PutItem', { TableName: 'runs', Item: item });
  };
  const get = (pk: string) =>
    throttled('GetItem', { TableName: 'runs', Key: { pk: { S: pk } }, ConsistentRead: true });
  return { clock, sent, throttled, put, get };
}

/** One after the other, so that each is charged before the next. */
async function inTurn(count: number, request: (at: number) => ReturnType<Send>): Promise<number> {
  let taken = 0;
  for (let at = 0; at < count; at += 1) {
    const { status, body } = await request(at);
    if (status === 200) taken += 1;
    else expect(body.text).toContain('#ThrottlingException');
  }
  return taken;
}

test('a partition takes 1,000 write units a second, and the others of its table go on', async () => {
  const { clock, put } = table({ units: 100 });
  expect(await inTurn(20, () => put('hot'))).toBe(10);
  expect(await inTurn(5, () => put('cool'))).toBe(5);
  clock.ms = 500;
  expect(await inTurn(20, () => put('hot'))).toBe(5);
});

test('a fresh table takes 4,000 write units a second over all its partitions, and a warm one more', async () => {
  const fresh = table({ units: 100 });
  expect(await inTurn(60, (at) => fresh.put(String(at)))).toBe(40);
  const warm = table({ units: 100, warm: { writes: 5000 } });
  expect(await inTurn(60, (at) => warm.put(String(at)))).toBe(50);
});

test('the partition of an index takes 1,000 write units a second too', async () => {
  const { put } = table({ units: 1, indexUnits: 100 });
  expect(await inTurn(20, (at) => put(String(at), 'open'))).toBe(10);
  expect(await inTurn(5, (at) => put(String(at), 'closed'))).toBe(5);
});

test('a partition gives 3,000 read units a second', async () => {
  const { get } = table({ answerBytes: 400_000 });
  expect(await inTurn(40, () => get('hot'))).toBe(31);
  expect(await inTurn(5, () => get('cool'))).toBe(5);
});

test('a batch and a transaction are refused when one of their partitions is used up', async () => {
  const { put, throttled, sent } = table({ units: 1000 });
  await put('hot');
  const Put = { TableName: 'runs', Item: { pk: { S: 'hot' } } };
  const insert = { Statement: `INSERT INTO "runs" VALUE {'pk': ?}`, Parameters: [{ S: 'hot' }] };
  const update = {
    Statement: `UPDATE "runs" SET "a" = ? WHERE "pk" = ?`,
    Parameters: [{ S: 'x' }, { S: 'hot' }],
  };
  const answers = [
    await throttled('BatchWriteItem', { RequestItems: { runs: [{ PutRequest: { Item: Put.Item } }] } }),
    await throttled('TransactWriteItems', { TransactItems: [{ Put }] }),
    await throttled('BatchExecuteStatement', { Statements: [insert] }),
    await throttled('BatchExecuteStatement', { Statements: [update] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(sent).toHaveLength(1);
});

test('the capacity that a request used is in the answer only when the client asks for it', async () => {
  const { put, throttled } = table({});
  expect(JSON.parse((await put('a')).body.text)).toEqual({ a: '' });
  const asking = { TableName: 'runs', Item: { pk: { S: 'a' } }, ReturnConsumedCapacity: 'TOTAL' };
  expect((await throttled('PutItem', asking)).body.text).toContain('ConsumedCapacity');
});
