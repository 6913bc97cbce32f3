import { BatchExecuteStatementCommand, BatchGetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { startEmulator, type Emulator } from '@sluice/data-access/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRequests, total, totals, type Counting } from './counting.ts';

let emulator: Emulator;
let counting: Counting;

beforeAll(async () => {
  emulator = await startEmulator('counted');
  counting = countRequests(emulator.client, (text) => /^kind (\w+)$/.exec(text)?.[1]);
});
afterAll(() => emulator.stop());

const key = (n: number) => ({ pk: { S: 'kind user' }, sk: { S: String(n) } });
const put = (n: number, bytes: number) =>
  new PutItemCommand({
    TableName: 'counted',
    Item: { ...key(n), u: { S: `${bytes} ${n}` }, f: { S: 'f'.repeat(bytes) } },
  });
const insert = (...numbers: number[]) =>
  new BatchExecuteStatementCommand({
    Statements: numbers.map((n) => ({
      Statement: `INSERT INTO "counted" VALUE {'pk': ?, 'sk': ?, 'f': ?}`,
      Parameters: [{ S: 'kind role' }, { S: String(n) }, { S: 'f'.repeat(1500) }],
    })),
  });

describe('counting requests', () => {
  it('rounds a write up to whole kilobytes, and tells the index from the table', async () => {
    const { sent } = await counting.during(() => emulator.client.send(put(1, 1500)));
    expect(sent).toMatchObject([
      { operation: 'PutItem', labels: ['user'], requests: 1, items: 1, writeUnits: 2, indexWriteUnits: 1 },
    ]);
    const again = await counting.during(() => emulator.client.send(put(1, 500)));
    // Out of the index and in again, since its sort key is another.
    expect(total(again.sent)).toMatchObject({ writeUnits: 2, indexWriteUnits: 2 });
  });

  it('counts a write that its condition refused, which the embedded database does not report', async () => {
    await emulator.client.send(insert(1));
    const { sent } = await counting.during(() => emulator.client.send(insert(1)));
    expect(total(sent)).toEqual({ requests: 1, items: 1, readUnits: 0, writeUnits: 2, indexWriteUnits: 0 });
    const mixed = await counting.during(() => emulator.client.send(insert(1, 2)));
    expect(total(mixed.sent)).toMatchObject({ requests: 1, items: 2, writeUnits: 4 });
  });

  it('counts a strong read of a missing item, and tells kinds apart', async () => {
    const Keys = [key(1), key(404)];
    const { answer, sent } = await counting.during(async () => {
      await emulator.client.send(put(1, 10));
      return emulator.client.send(
        new BatchGetItemCommand({ RequestItems: { counted: { Keys, ConsistentRead: true } } }),
      );
    });
    expect(answer.Responses?.['counted']).toHaveLength(1);
    expect(totals(sent, ({ operation }) => operation).get('BatchGetItem')).toMatchObject({
      requests: 1,
      items: 2,
      readUnits: 2,
    });
    expect([...totals(sent, ({ labels }) => labels.join()).keys()]).toEqual(['user']);
  });

  it('leaves alone what is sent outside of it', async () => {
    const { ConsumedCapacity } = await emulator.client.send(put(2, 10));
    expect(ConsumedCapacity).toBeUndefined();
  });
});
