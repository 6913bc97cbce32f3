import { createMemoryMigrations } from '@sluice/ledger/testing';
import { expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryMachine } from '../testing/memory-ports.ts';
import { resumeMigrations } from './resume-migrations.ts';

captureLog();
const facts = { name: 'nightly', startedBy: 'ana', dryRun: false, emails: [] };

async function setUp() {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  const now = () => new Date(time);
  const migrations = createMemoryMigrations({ now });
  const migrationsMachine = createMemoryMachine();
  const begin = (migrationId: string) =>
    migrations.begin({
      migrationId,
      ...facts,
      scheduledAt: now().toISOString(),
      execution: `${migrationId}-1`,
    });
  await begin('m1');
  const pass = (ms: number) => (time += ms);
  const resume = () => resumeMigrations({ migrations, migrationsMachine, now });
  return { migrations, migrationsMachine, begin, pass, resume };
}

it('starts the next execution of a migration once its last one is gone (invariant 12)', async () => {
  const { migrations, migrationsMachine, pass, resume } = await setUp();
  expect(await resume()).toBe(0);
  pass(61_000);
  expect(await resume()).toBe(1);
  const { execution } = (await migrations.migration('m1'))!;
  expect(execution).not.toBe('m1-1');
  expect([...migrationsMachine.executions.keys()]).toEqual([execution]);
  expect(await resume()).toBe(0);
});

it('leaves a migration alone while its execution runs', async () => {
  const { migrationsMachine, pass, resume } = await setUp();
  await migrationsMachine.start({ name: 'm1-1', input: {} });
  pass(61_000);
  expect(await resume()).toBe(0);
});

it('resumes the others when one fails', async () => {
  const { migrations, migrationsMachine, begin, pass, resume } = await setUp();
  pass(1000);
  await begin('m2');
  pass(61_000);
  const { isRunning } = migrationsMachine;
  migrationsMachine.isRunning = async (name) => {
    if (name === 'm1-1') throw new Error('no answer');
    return isRunning(name);
  };
  expect(await resume()).toBe(1);
  expect((await migrations.migration('m2'))?.executions).toBe(2);
});
