import { row, sheet, type Scenario } from './scenario.ts';
import type { World } from './world.ts';

const people = { schema: 'client', lookup: 'email' };
const steps = [
  { name: 'First', file: 'migrations/people/first.csv', ...people },
  { name: 'Rest', prefix: 'migrations/people/rest/', ...people },
];

const definitionNotice = JSON.stringify({
  Records: [
    {
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'drops' }, object: { key: 'migrations/nightly.json', size: 9 } },
    },
  ],
});

const schedule = (world: World, notice: unknown) =>
  world.invoke('scheduleMigration', (functions) => functions.scheduleMigration(notice));

/** A person acts on a migration, and asks again when there was no answer, unless what was meant has come about. */
async function act(world: World, path: string, hasComeAbout: () => Promise<boolean>): Promise<void> {
  for (let tried = 0; tried < 5; tried += 1) {
    const { status } = await world.until(world.call('actOnMigration', path));
    // The index that lists it lags behind.
    world.pass(60_000);
    if (status < 500 || (await hasComeAbout())) return;
  }
}

/** Of migrations. */
export const migrationScenarios: readonly Scenario[] = [
  {
    name: 'a migration that is scheduled, started by hand and undone',
    options: { isOurs: true },
    play: async (world) => {
      world.put('migrations/people/first.csv', sheet(row('a'), row('b')));
      const define = async (more: object) => {
        world.put('migrations/nightly.json', JSON.stringify({ steps: steps.slice(0, 1), ...more }));
        for (let sent = 0; sent < 2; sent += 1) world.sqs.send('definitions', definitionNotice);
        await world.settle();
        return world.schedules.has('nightly');
      };
      // Two notices of one file at the same moment: one of them is first.
      world.put(
        'migrations/nightly.json',
        JSON.stringify({ steps: steps.slice(0, 1), schedule: 'rate(1 day)' }),
      );
      const notice: unknown = JSON.parse(definitionNotice);
      world.scheduler.takeTurns(true);
      await world.until(Promise.all([schedule(world, notice), schedule(world, notice)]));
      world.scheduler.takeTurns(false);
      // Only the sweep finds the deletion.
      world.s3.remove('drops', 'migrations/nightly.json');
      await world.settle();
      if (world.schedules.has('nightly')) throw new Error('invariant 8: a schedule outlives its definition');
      let isKept = await define({ schedule: 'rate(2 days)' });
      isKept &&= await define({ schedule: 'rate(3 days)' });
      await world.until(world.invoke('historyApi', (functions) => functions.get('/migrations')));
      isKept &&= !(await define({}));
      if (!isKept) throw new Error('The schedule of a migration is not what its file says');
      const started = async () =>
        (await world.migrations.openMigrations()).find(({ name }) => name === 'nightly');
      const isKnown = async (migrationId: string, status: string) =>
        (await world.migrations.migration(migrationId))?.status === status;
      await act(world, '/migrations/nightly/start', async () => (await started()) !== undefined);
      const { migrationId = '' } = (await started()) ?? {};
      await world.settle();
      await act(world, `/migrations/${migrationId}/undo`, () => isKnown(migrationId, 'undoing'));
      await world.settle();
      const migration = await world.migrations.migration(migrationId);
      if (migration?.status !== 'undone') throw new Error(`The migration is ${migration?.status}`);
      return migration.steps.flatMap(({ runIds }) => runIds.map((runId) => ({ runId, ends: ['undone'] })));
    },
  },
  {
    name: 'a migration that fails at its last step and undoes the others',
    options: { isOurs: true },
    play: async (world) => {
      world.put('migrations/people/first.csv', sheet(row('a'), row('b')));
      world.put('migrations/people/rest/c.csv', 'email,name\r\nnobody,Canary\r\n');
      world.put('migrations/nightly.json', JSON.stringify({ steps, ifStepFails: 'undo' }));
      const migrationId = world.fire('nightly');
      await world.settle();
      const migration = await world.migrations.migration(migrationId);
      if (migration?.status !== 'failed_and_undone') throw new Error(`The migration is ${migration?.status}`);
      const ends = [['undone'], ['rejected']] as const;
      return migration.steps.flatMap(({ runIds }, at) =>
        runIds.map((runId) => ({ runId, ends: ends[at] ?? [] })),
      );
    },
  },
  {
    name: 'a migration of two steps',
    options: { isOurs: true },
    play: async (world) => {
      world.put('migrations/people/first.csv', sheet(row('a'), row('b')));
      world.put('migrations/people/rest/c.csv', sheet(row('c')));
      world.put('migrations/nightly.json', JSON.stringify({ steps }));
      const migrationId = world.fire('nightly');
      await world.settle();
      const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'team@example.com' }] };
      const mail = { messageId: 'mail-1', tags: { migrationId: [migrationId] } };
      const event = JSON.stringify({ eventType: 'Bounce', mail, bounce });
      for (const again of [event, event]) world.sqs.send('mailEvents', again);
      await world.settle();
      const migration = await world.migrations.migration(migrationId);
      if (migration?.mailEvents?.length !== 1) throw new Error('The bounce of its mail is not kept once');
      if (migration?.status !== 'succeeded') throw new Error(`The migration is ${migration?.status}`);
      return migration.steps.flatMap(({ runIds }) => runIds.map((runId) => ({ runId, ends: ['succeeded'] })));
    },
  },
];
