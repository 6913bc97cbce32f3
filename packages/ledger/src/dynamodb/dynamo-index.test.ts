import { QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { verifyStored } from '../audit/verify-items.ts';
import type { LedgerError } from '../model/ledger-error.ts';
import { aNewRun, asked, second } from '../testing/builders.ts';
import { aNewMigration } from '../testing/migrations-contract.ts';
import { useEmulator } from '../testing/emulator.ts';
import { createDynamoLedger, createDynamoMigrations, ledgerTable } from './index.ts';

const emulator = useEmulator();

it('lists a run as open in the index only while something is owed', async () => {
  const { ledger, client, table } = await spoilable();
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
  const notice = { state: 'sent', at: second(2) } as const;
  await ledger.moveRun('run-1', { type: 'noticeChanged', at: second(2), notice });
  expect(await open()).toBe(0);
});

/** A ledger, its reports of unreadable items, and a way to make an item unreadable. */
async function spoilable() {
  const client = emulator.client();
  const table = await emulator.table();
  const reported: string[] = [];
  const unreadable = ({ code }: LedgerError, runId: string) => reported.push(`${runId} ${code}`);
  const options = { client, table, now: () => new Date(second(0)), unreadable };
  const spoil = async (id: string, sk = 'run') => {
    const command = new UpdateItemCommand({
      TableName: table,
      Key: { pk: { S: `run#${id}` }, sk: { S: sk } },
      UpdateExpression: 'SET #status = :x',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':x': { S: 'of a later version' } },
    });
    await client.send(command);
  };
  const ledger = createDynamoLedger(options);
  return { client, table, ledger, migrations: createDynamoMigrations(options), reported, spoil };
}

/** Adds to an item what a newer version of the code might, and reads the stored item. */
async function inOtherVersions() {
  const { client, table, ledger } = await spoilable();
  const item = { TableName: table, Key: { pk: 'run#run-1', sk: 'run' } };
  const documents = DynamoDBDocument.from(client);
  const add = (path: readonly string[], value: unknown) =>
    documents.update({
      ...item,
      UpdateExpression: `SET ${path.map((_, at) => `#${at}`).join('.')} = :value`,
      ExpressionAttributeNames: Object.fromEntries(path.map((name, at) => [`#${at}`, name])),
      ExpressionAttributeValues: { ':value': value },
    });
  const stored = async () => (await documents.get(item)).Item;
  await ledger.beginRun(aNewRun());
  return { ledger, add, stored };
}

it('keeps what a newer version added to a run, at every depth, when it writes the run', async () => {
  const { ledger, add, stored } = await inOtherVersions();
  const notice = { state: 'sent', at: second(1) } as const;
  await ledger.moveRun('run-1', { type: 'noticeChanged', at: second(1), notice });
  await add(['archive'], { days: 7 });
  await add(['notice', 'lang'], 'de');
  await ledger.moveRun('run-1', { type: 'cancelRequested', at: second(2), by: 'ana' });
  await ledger.moveRun('run-1', { type: 'cancelled', at: second(3), reason: 'by ana' });
  expect(await stored()).toMatchObject({
    status: 'cancelled',
    archive: { days: 7 },
    notice: { ...notice, lang: 'de' },
  });
});

it('neither reads nor writes a run in a newer format, and says what to do', async () => {
  const { ledger, add, stored } = await inOtherVersions();
  await add(['format'], 2);
  const before = await stored();
  const move = ledger.moveRun('run-1', { type: 'cancelRequested', at: second(1), by: 'ana' });
  await expect(move).rejects.toThrow('in format 2; this version knows 1. Deploy the newer one again.');
  expect(await stored()).toEqual(before);
});

const idsOf = (runs: readonly { readonly runId: string }[]) => runs.map(({ runId }) => runId);

it('reports an unreadable run and leaves it out of lists, so that it hides no other (invariant 12)', async () => {
  const { ledger, reported, spoil } = await spoilable();
  for (const runId of ['run-1', 'run-2', 'run-3']) await ledger.beginRun(aNewRun({ runId }));
  await spoil('run-2');
  expect((await ledger.openRuns()).map(({ runId }) => runId)).toEqual(['run-1', 'run-3']);
  const page = await ledger.runPage({ limit: 9 });
  expect(page).toMatchObject({ runs: [{ runId: 'run-3' }, { runId: 'run-1' }], unreadable: ['run-2'] });
  expect(reported).toEqual(Array(2).fill('run-2 item_unreadable'));
  const { items } = await ledger.itemPage('run-2', { limit: 9 });
  const { events } = await ledger.eventPage('run-2', { limit: 9 });
  expect(verifyStored({ runId: 'run-2', items, events })).toMatchObject([
    { field: 'status', expected: '"reading"', found: '"of a later version"' },
  ]);
  await expect(ledger.run('run-2')).rejects.toMatchObject({ code: 'item_unreadable' });
});

it('reads a history around something that is no event, and reports its place (invariant 21)', async () => {
  const { ledger, client, table } = await spoilable();
  await ledger.beginRun(aNewRun());
  await ledger.moveRun('run-1', { type: 'cancelRequested', at: second(1), by: 'ana' });
  const place = `event#${second(1)}#run#0000002`;
  const Key = { pk: { S: 'run#run-1' }, sk: { S: place } };
  await client.send(new UpdateItemCommand({ TableName: table, Key, UpdateExpression: 'REMOVE subject' }));
  const { events, unreadable } = await ledger.eventPage('run-1', { limit: 9 });
  expect({ types: events.map(({ type }) => type), unreadable }).toEqual({
    types: ['begun'],
    unreadable: [place],
  });
});

it('names an unreadable run only on the page where it would be, in every list (invariant 12)', async () => {
  const { ledger, spoil } = await spoilable();
  for (const n of [1, 2, 3, 4, 5]) await ledger.beginRun(aNewRun({ runId: `run-${n}` }));
  await spoil('run-3');
  const first = await ledger.runPage({ limit: 2 });
  expect([idsOf(first.runs), first.unreadable]).toEqual([['run-5', 'run-4'], undefined]);
  const second = await ledger.runPage({ limit: 2, after: first.next });
  expect([idsOf(second.runs), second.unreadable]).toEqual([['run-2', 'run-1'], ['run-3']]);
  const { dropper, status } = { dropper: aNewRun().droppedBy, status: 'reading' } as const;
  for (const query of [{ dropper }, { status }]) {
    const page = await ledger.runPage({ limit: 9, ...query });
    expect([idsOf(page.runs), page.unreadable]).toEqual([['run-5', 'run-4', 'run-2', 'run-1'], ['run-3']]);
  }
});

it('skips an unreadable run that waits for a lane, so that the next one has its turn (invariants 9, 12)', async () => {
  const { ledger, reported, spoil } = await spoilable();
  const reading = { rows: 1, batches: 0, failed: 0, skipped: 0 };
  for (const runId of ['run-1', 'run-2']) {
    await ledger.beginRun(aNewRun({ runId }));
    await ledger.moveRun(runId, { type: 'read', at: second(1), sha256: runId, reading, lane: 'lane' });
  }
  expect((await ledger.takeLane('run-2', asked(2))).turn).toMatchObject({ blockedBy: 'run-1' });
  await spoil('run-1');
  expect(await ledger.nextInLane('lane', second(3))).toMatchObject([{ runId: 'run-2' }]);
  expect((await ledger.takeLane('run-2', asked(3))).run.status).toBe('checking');
  expect(reported).toContain('run-1 item_unreadable');
});

it('reports an unreadable migration and leaves it out of lists, so that it hides no other (invariant 12)', async () => {
  const { migrations, reported, spoil } = await spoilable();
  const [one, other] = [aNewMigration(1), aNewMigration(2)];
  for (const facts of [one, other]) await migrations.begin(facts);
  await spoil(one.migrationId, 'migration');
  for (const list of [await migrations.openMigrations(), await migrations.migrationsOf('nightly')])
    expect(list.map(({ migrationId }) => migrationId)).toEqual([other.migrationId]);
  expect(reported).toEqual(Array(2).fill(`${one.migrationId} item_unreadable`));
});

it('has nothing after a cursor that sorts behind every place', async () => {
  const { ledger } = await spoilable();
  await ledger.beginRun(aNewRun());
  expect((await ledger.eventPage('run-1', { limit: 9, after: '~~' })).events).toEqual([]);
});
