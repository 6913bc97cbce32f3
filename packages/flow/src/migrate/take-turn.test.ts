import { migrationIdOf } from '@sluice/ledger';
import { createMemoryMigrations } from '@sluice/ledger/testing';
import { bySchedule } from '@sluice/ledger/migrations';
import { expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { begin } from './begin.ts';
import { turnOf } from './take-turn.ts';

captureLog();
const scheduledAt = '2026-11-21T01:30:00.000Z';
const now = () => new Date('2026-11-21T01:30:05.000Z');
const steps = [{ file: 'migrations/people.csv', schema: 'client', lookup: 'email' }];
const schedule = 'cron(30 1 * * ? *)';

/** What happens to a start whose file has these settings when it is due, and others when its turn comes. */
async function turn(due: object, then: object = due, startedBy = bySchedule) {
  const drops = createMemoryFiles();
  const save = (settings: object) =>
    drops.put('migrations/nightly.json', JSON.stringify({ steps, ...settings }));
  await save(due);
  const migrations = createMemoryMigrations({ now });
  const services = { drops, dropBucket: 'drops', migrations, defaultEmails: [], now };
  const migrationId = migrationIdOf('nightly', scheduledAt);
  const migration = await begin({ name: 'nightly', scheduledAt, execution: `${migrationId}-1` }, services);
  await save(then);
  return turnOf({ ...migration, startedBy }, services);
}

it('a start that its schedule makes while its file is paused is skipped, with its next time', async () => {
  const next = 'If it is resumed before 2026-11-22 01:30:00 UTC, it starts then.';
  const skipped = { type: 'skipped', reason: `It was paused. ${next}` };
  const paused = { schedule, paused: true };
  expect(await turn(paused)).toMatchObject(skipped);
  expect(await turn({ schedule }, paused)).toMatchObject(skipped);
  expect(await turn({ schedule: 'at(2026-11-21T01:30:00)', paused: true })).toMatchObject({
    type: 'skipped',
    reason: expect.stringContaining('Its schedule has no later time.'),
  });
});

it('a start by a person, or one whose file was resumed before, begins', async () => {
  expect(await turn({ schedule, paused: true }, { schedule })).toMatchObject({ type: 'started' });
  expect(await turn({ schedule, paused: true }, undefined, 'ana')).toMatchObject({ type: 'started' });
});
