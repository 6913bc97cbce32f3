import { expect, test } from 'vitest';
import { Json } from '../base/json.ts';
import { sending } from '../testing/sending.ts';
import { conflicts } from './conflicts.ts';
import type { Send } from './send.ts';

const shapes = { runs: { keys: ['pk'], indexes: {}, warm: {} } };
const Item = (pk: string) => ({ pk: { S: pk } });
const put = (pk: string) => ({ TableName: 'runs', Item: Item(pk) });
const check = (pk: string) => ({ ConditionCheck: { TableName: 'runs', Key: Item(pk) } });

test('while a transaction is under way, other transactions and writes of its items are refused', async () => {
  const underway = Promise.withResolvers<void>();
  const answered = { status: 200, body: Json.ofText('{}') };
  const send: Send = async ({ operation }) => {
    if (operation === 'TransactWriteItems') await underway.promise;
    return answered;
  };
  const front = sending(conflicts(send), shapes);
  const first = front('TransactWriteItems', { TransactItems: [{ Put: put('a') }, check('b')] });

  const second = await front('TransactWriteItems', { TransactItems: [{ Put: put('c') }, { Put: put('b') }] });
  expect(second.status).toBe(400);
  const { __type, CancellationReasons } = JSON.parse(second.body.text);
  expect(__type).toMatch(/TransactionCanceledException$/);
  expect(CancellationReasons).toMatchObject([{ Code: 'None' }, { Code: 'TransactionConflict' }]);
  expect((await front('PutItem', put('a'))).body.text).toContain('TransactionConflictException');
  expect(await front('PutItem', put('c'))).toEqual(answered);

  underway.resolve();
  expect(await first).toEqual(answered);
  expect(await front('PutItem', put('a'))).toEqual(answered);
});
