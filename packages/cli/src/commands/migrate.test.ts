import { describe, expect, it } from 'vitest';
import type { Ending } from '../testing/captured.ts';
import { fakeSystem, json } from '../testing/fake-system.ts';

const step = {
  number: 1,
  name: 'Roles',
  source: 'migrations/people.xlsx',
  status: 'succeeded',
  runIds: ['run1'],
};
const ended = {
  migrationId: 'm1',
  name: 'nightly',
  scheduledAt: '2026-03-01T08:00:00.000Z',
  startedBy: 'ana',
  status: 'succeeded',
  dryRun: false,
  notice: { state: 'sent' },
  steps: [{ ...step, counts: { read: 4, created: 4, failed: 0 } }],
};
const system = fakeSystem();
const sluice = (words: string, ending: Ending = {}) => system.ends(words, ending, { env: { USER: 'ana' } });

describe('sluice migrate', () => {
  it('starts it in the name of the user, and waits until it has ended and its mail is sent', async () => {
    const { notice: _notice, ...unsent } = ended;
    const running = { ...unsent, status: 'running' };
    system.acts(running, running, running, unsent, ended);
    await sluice('migrate nightly');
    expect(system.posted()).toEqual([['/history/migrations/nightly/start', { by: 'ana' }]]);
    expect(system.seen).toHaveLength(5);
  });

  it.each([
    ['--dry-run', 'start', { by: 'ana', dryRun: true }],
    ['--cancel', 'cancel', { by: 'ana' }],
    ['--undo', 'undo', { by: 'ana' }],
  ])('requests with %s just that', async (option, act, body) => {
    system.acts({ ...ended, status: 'running' });
    await sluice(`migrate nightly ${option} --no-wait`);
    expect(system.posted()).toEqual([[`/history/migrations/nightly/${act}`, body]]);
  });

  it('needs the id of a start for --undo and --cancel, and names that of the last one for a name', async () => {
    const lastStart = { ...ended, migrationId: 'm'.repeat(26) };
    system.answer = ({ path, method }) => {
      if (method === 'POST') return json({ error: { code: 'not_found', message: 'There is none.' } }, 404);
      return json(path.endsWith('/migrations') ? [{ name: 'nightly', lastStart }] : [lastStart]);
    };
    const last = `npx sluice migrate ${lastStart.migrationId}`;
    await sluice('migrate nightly --undo', { status: 2, stderr: ['is a migration', `${last} --undo`] });
    await sluice('migrate nightly --cancel', { status: 2, stderr: `${last} --cancel` });
    await sluice('migrate nigthly', { status: 2, stderr: 'Did you mean nightly?' });
  });

  it.each([
    [0, { status: 'succeeded' }],
    [3, { status: 'partly' }],
    [3, { status: 'failed' }],
    [3, { status: 'tooLate' }],
    [0, { status: 'cancelled' }],
    [0, { status: 'undone', undo: { counts: { reversed: 4 } } }],
    [3, { status: 'undone', undo: { counts: { reversed: 3, kept: 1 } } }],
    [6, { status: 'failed_and_undone', undo: { counts: { reversed: 4 } } }],
    [3, { status: 'failed_and_undone', undo: { counts: { reversed: 3, failed: 1 } } }],
  ])('ends with %i for %j', async (status, changes) => {
    system.acts({ ...ended, ...changes });
    await sluice('migrate m1', { status });
  });

  it('reports why it is refused, and ends with 4', async () => {
    system.answers(json({ error: { code: 'conflict', message: 'nightly is running' } }, 409));
    await sluice('migrate nightly', { status: 4, stderr: 'nightly is running' });
  });

  it('uploads corrected files with --data to where its steps read them, and then starts', async () => {
    await system.write('people.xlsx', 'Name');
    const file = 'migrations/people.xlsx';
    const definition = { steps: [{ file, schema: 'client', lookup: 'email' }] };
    await sluice('migrate nightly --data people.xlsx', {
      status: 2,
      stderr: 'There is no migration nightly.',
    });
    system.objects.set('drops/migrations/nightly.json', Buffer.from(JSON.stringify(definition)));
    system.acts({ ...ended, status: 'running' });
    await sluice('migrate nightly --data people.xlsx --no-wait');
    expect(system.uploads()).toEqual([`/s3/drops/${file}`]);
    expect(system.posted()).toEqual([['/history/migrations/nightly/start', { by: 'ana' }]]);
    await system.write('other.csv', 'Name');
    const stderr = 'Nothing was uploaded or started.';
    await sluice('migrate nightly --data people.xlsx other.csv', { status: 2, stderr });
    expect([system.uploads().length, system.posted().length]).toEqual([1, 1]);
  });

  it('takes one act at a time', async () => {
    await sluice('migrate m1 --undo --data people.xlsx', { status: 2 });
    await sluice('migrate m1 --undo --cancel', { status: 2 });
  });
});

describe('sluice migrations', () => {
  it('lists the definitions, and shows where one is wrong', async () => {
    const times = { timeZone: 'UTC', nextFire: '2026-03-02T08:00:00.000Z' };
    system.acts([
      { name: 'nightly', schedule: 'rate(1 day)', ...times, lastStart: { ...ended, steps: [] } },
      { name: 'broken', problems: ['steps: expected an array'], lastStart: null },
    ]);
    await sluice('migrations', {
      stdout: [
        /nightly +rate\(1 day\) +UTC +2026-03-02 08:00:00 UTC +2026-03-01 08:00:00 UTC succeeded/u,
        /broken +cannot be used: steps: expected an array +never/u,
      ],
    });
  });

  it('reports that there are none', async () => {
    system.acts([]);
    expect((await sluice('migrations')).stdout).toBe('There are none.\n');
  });
});
