import { createMemoryMigrations } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine } from '../testing/memory-ports.ts';
import { actOnMigration } from './act-on-migration.ts';

captureLog();
const steps = [{ file: 'migrations/people.csv', schema: 'client', lookup: 'email' }];

async function setUp(settings: object = {}, { canRevert = true, isPaused = false } = {}) {
  let time = Date.parse('2026-11-21T20:00:00.000Z');
  const now = () => new Date((time += 1000));
  const drops = createMemoryFiles();
  await drops.put('migrations/nightly.json', JSON.stringify({ steps, ...settings }));
  const migrations = createMemoryMigrations({ now });
  const machine = createMemoryMachine();
  const defaultEmails = ['ops@example.com'];
  const services = {
    drops,
    dropBucket: 'drops',
    migrations,
    machine,
    defaultEmails,
    canRevert,
    isPaused,
    now,
  };
  const post = async (path: string, body: object = { by: 'ana' }, method = 'POST') => {
    const request = { method, path, query: {}, headers: {}, body: JSON.stringify(body), sourceIp: '::1' };
    const { status, body: text } = await actOnMigration(request, services);
    return { status, body: JSON.parse(String(text)) };
  };
  const start = async () => String((await post('/migrations/nightly/start')).body.migrationId);
  const end = async (migrationId: string, isNotified = true) => {
    const at = now().toISOString();
    await migrations.move(migrationId, { type: 'started', at });
    await migrations.move(migrationId, { type: 'finished', at, status: 'succeeded' });
    const mail = { state: 'sent', at } as const;
    if (isNotified)
      await migrations.move(migrationId, { type: 'noticeChanged', at, about: 'succeeded', notice: mail });
  };
  return { drops, migrations, machine, post, start, end };
}

describe('starting a migration by hand', () => {
  it('begins it in the name of the person, with an execution', async () => {
    const { machine, post } = await setUp();
    const { status, body } = await post('/migrations/nightly/start');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { name: 'nightly', startedBy: 'ana', dryRun: false },
    });
    expect([...machine.executions.keys()]).toEqual([body.execution]);
  });

  it('may be a dry run', async () => {
    const { post } = await setUp();
    expect((await post('/migrations/nightly/start', { dryRun: true })).body).toMatchObject({ dryRun: true });
  });

  it.each([
    ['skip', 409, 1],
    ['queue', 200, 2],
  ])('while it runs is decided by its ifRunning: %s', async (ifRunning, expected, open) => {
    const { migrations, post, start } = await setUp({ ifRunning });
    await start();
    expect((await post('/migrations/nightly/start')).status).toBe(expected);
    expect(await migrations.openMigrations()).toHaveLength(open);
  });

  it('is refused while the stage is paused, and leaves no trace', async () => {
    const { migrations, machine, post } = await setUp({}, { isPaused: true });
    const { status, body } = await post('/migrations/nightly/start');
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('has paused it')]);
    expect([await migrations.openMigrations(), machine.executions.size]).toEqual([[], 0]);
  });

  it('is refused if the file is wrong, with the place, or missing', async () => {
    const { drops, migrations, post } = await setUp();
    expect((await post('/migrations/weekly/start')).status).toBe(404);
    await drops.put('migrations/nightly.json', JSON.stringify({ steps, ifRunning: 'panic' }));
    const { status, body } = await post('/migrations/nightly/start');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('ifRunning: expected')]);
    expect(await migrations.openMigrations()).toEqual([]);
  });
});

describe('cancelling a migration', () => {
  it('is recorded in its history, and starts an execution (invariant 12)', async () => {
    const { migrations, machine, post, start } = await setUp();
    const id = await start();
    const { status, body } = await post(`/migrations/${id}/cancel`, { by: 'bob' });
    expect({ status, body }).toMatchObject({ status: 200, body: { cancel: { by: 'bob' }, executions: 2 } });
    expect(machine.executions.size).toBe(2);
    const types = (await migrations.events(id)).map(({ type }) => type);
    expect(types).toEqual(['begun', 'cancelRequested', 'executionStarted']);
  });

  it('is refused when it has ended', async () => {
    const { post, start, end } = await setUp();
    const id = await start();
    await end(id);
    const { status, body } = await post(`/migrations/${id}/cancel`);
    expect([status, body.error.message]).toEqual([
      409,
      expect.stringContaining('This migration has ended and is succeeded'),
    ]);
  });
});

describe('undoing a migration', () => {
  it('begins only after it has ended and its mail was sent', async () => {
    const { post, start, end } = await setUp();
    const id = await start();
    expect((await post(`/migrations/${id}/undo`)).body.error.message).toContain('once it has ended');
    await end(id, false);
    expect((await post(`/migrations/${id}/undo`)).body.error.message).toContain('its notice is not sent yet');
    const other = await start();
    await end(other);
    const answers = [await post(`/migrations/${other}/undo`), await post(`/migrations/${other}/undo`)];
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [200, 'undoing'],
      [200, 'undoing'],
    ]);
  });

  it('is refused if the server cannot undo imports', async () => {
    const { post, start, end } = await setUp({}, { canRevert: false });
    const id = await start();
    await end(id);
    expect((await post(`/migrations/${id}/undo`)).body.error.message).toContain('Nothing was undone');
  });
});

it.each(['/migrations/none/cancel', '/migrations/nightly/frobnicate', '/migrations/a/b/c', '/runs/a/undo'])(
  'there is nothing at %s',
  async (path) => {
    const { post } = await setUp();
    expect((await post(path)).status).toBe(404);
  },
);

it('refuses unknown settings', async () => {
  const { post } = await setUp();
  expect((await post('/migrations/nightly/start', { force: true })).status).toBe(400);
});
