import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNewRun, second } from '../testing/builders.ts';
import { startEmulator, type Emulator } from '../testing/emulator.ts';
import { createDynamoLedger, ledgerTable } from './index.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

it('keeps a run among the open ones of the index only while something is owed', async () => {
  const client = emulator.client();
  const table = await emulator.table();
  const ledger = createDynamoLedger({ client, table, now: () => new Date(second(0)) });
  const open = async () => {
    const command = new QueryCommand({
      TableName: table,
      IndexName: ledgerTable.index.name,
      KeyConditionExpression: 'gsi1pk = :open',
      ExpressionAttributeValues: { ':open': { S: 'open' } },
    });
    return (await client.send(command)).Count;
  };
  await ledger.beginRun(aNewRun());
  expect(await open()).toBe(1);
  await ledger.moveRun('run-1', { type: 'rejected', at: second(1), reason: 'no header' });
  expect(await open()).toBe(1);
  await ledger.moveRun('run-1', { type: 'mail', at: second(2), mail: { state: 'sent', at: second(2) } });
  expect(await open()).toBe(0);
});
