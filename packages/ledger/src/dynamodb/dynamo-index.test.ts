import { verifyStored } from '../audit/verify-items.ts';
import { QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LedgerError } from '../ledger-error.ts';
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

it('leaves a run whose item cannot be read out of lists, and tells of it, so that it hides no other (invariant 12)', async () => {
  const client = emulator.client();
  const table = await emulator.table();
  const told: string[] = [];
  const unreadable = ({ code }: LedgerError, runId: string) => told.push(`${runId} ${code}`);
  const ledger = createDynamoLedger({ client, table, now: () => new Date(second(0)), unreadable });
  for (const runId of ['run-1', 'run-2', 'run-3']) await ledger.beginRun(aNewRun({ runId }));
  const Key = { pk: { S: 'run#run-2' }, sk: { S: 'run' } };
  const ExpressionAttributeValues = { ':x': { S: 'of a later version' } };
  const ExpressionAttributeNames = { '#status': 'status' };
  const UpdateExpression = 'SET #status = :x';
  await client.send(
    new UpdateItemCommand({
      TableName: table,
      Key,
      UpdateExpression,
      ExpressionAttributeNames,
      ExpressionAttributeValues,
    }),
  );
  expect((await ledger.openRuns()).map(({ runId }) => runId)).toEqual(['run-1', 'run-3']);
  expect((await ledger.runs({})).map(({ runId }) => runId).toSorted()).toEqual(['run-1', 'run-3']);
  const page = await ledger.runPage({ limit: 9 });
  expect(page).toMatchObject({ runs: [{ runId: 'run-3' }, { runId: 'run-1' }], unreadable: ['run-2'] });
  expect(told).toEqual(Array(3).fill('run-2 item_unreadable'));
  const { items } = await ledger.itemPage('run-2', { limit: 9 });
  const { events } = await ledger.eventPage('run-2', { limit: 9 });
  expect(verifyStored({ runId: 'run-2', items, events })).toMatchObject([
    { field: 'status', expected: '"reading"', found: '"of a later version"' },
  ]);
  await expect(ledger.run('run-2')).rejects.toMatchObject({ code: 'item_unreadable' });
});

it('gives the rest of a history in which something is stored that is no event, and says where (invariant 21)', async () => {
  const client = emulator.client();
  const table = await emulator.table();
  const ledger = createDynamoLedger({ client, table, now: () => new Date(second(0)) });
  await ledger.beginRun(aNewRun());
  await ledger.moveRun('run-1', { type: 'cancelAsked', at: second(1), by: 'ana' });
  const place = `${second(1)}#run#0000002`;
  const Key = { pk: { S: 'run#run-1' }, sk: { S: `event#${place}` } };
  await client.send(new UpdateItemCommand({ TableName: table, Key, UpdateExpression: 'REMOVE subject' }));
  const { events, unreadable } = await ledger.eventPage('run-1', { limit: 9 });
  expect({ types: events.map(({ type }) => type), unreadable }).toEqual({
    types: ['begun'],
    unreadable: [place],
  });
});
