import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { json, startFakeSystem, type FakeAnswer, type FakeSystem } from '../testing/fake-system.ts';

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

let system: FakeSystem;
beforeEach(async () => {
  system = await startFakeSystem();
});
afterEach(() => system.stop());

const sluice = (...argv: string[]) => runCaptured(argv, { cwd: system.cwd, env: { USER: 'ana' } });
/** The act is answered with the first, each look with the next; the last one stays. */
const answering = (...looks: object[]): void => {
  system.answer = ({ method }): FakeAnswer => {
    if (method === 'POST') return json(looks[0]);
    return json(looks.length > 1 ? looks.shift() : looks[0]);
  };
};
const posted = () =>
  system.seen
    .filter(({ method }) => method === 'POST')
    .map(({ path, body }) => [path, JSON.parse(body) as unknown]);

describe('sluice migrate', () => {
  it('starts it in the name of who asks, and waits until it has ended and its mail is out', async () => {
    const { notice: _notice, ...untold } = ended;
    answering({ ...untold, status: 'running' }, { ...untold, status: 'running' }, untold, ended);
    const { status, stdout } = await sluice('migrate', 'nightly');
    expect(posted()).toEqual([['/history/migrations/nightly/start', { by: 'ana' }]]);
    expect(status).toBe(0);
    expect(stdout).toContain('nightly: succeeded');
    expect(stdout).toContain('step 1: Roles: succeeded (4 read, 4 created)');
    expect(system.seen).toHaveLength(5);
  });

  it.each([
    ['--dry-run', '/history/migrations/nightly/start', { by: 'ana', dryRun: true }],
    ['--cancel', '/history/migrations/nightly/cancel', { by: 'ana' }],
    ['--undo', '/history/migrations/nightly/undo', { by: 'ana' }],
  ])('asks with %s for just that', async (option, path, body) => {
    answering({ ...ended, status: 'running' });
    expect((await sluice('migrate', 'nightly', option, '--no-wait')).status).toBe(0);
    expect(posted()).toEqual([[path, body]]);
  });

  it.each([
    [0, { status: 'succeeded' }],
    [3, { status: 'partly' }],
    [3, { status: 'failed' }],
    [3, { status: 'tooLate' }],
    [0, { status: 'cancelled' }],
    [0, { status: 'undone', undo: { counts: { reversed: 4 } } }],
    [3, { status: 'undone', undo: { counts: { reversed: 3, kept: 1 } } }],
  ])('ends with %i for %j', async (expected, changes) => {
    answering({ ...ended, ...changes });
    expect((await sluice('migrate', 'm1')).status).toBe(expected);
  });

  it('says why it is not taken, and ends with 4', async () => {
    system.answer = () => json({ error: { code: 'conflict', message: 'nightly is running' } }, 409);
    const { status, stderr } = await sluice('migrate', 'nightly');
    expect([status, stderr]).toEqual([4, expect.stringContaining('nightly is running')]);
  });

  it('takes one act at a time', async () => {
    expect((await sluice('migrate', 'm1', '--undo', '--cancel')).status).toBe(2);
  });
});

describe('sluice migrations', () => {
  it('lists the definitions, and says where one is wrong', async () => {
    const last = { ...ended, steps: [] };
    answering([
      {
        name: 'nightly',
        schedule: 'rate(1 day)',
        timeZone: 'UTC',
        nextFire: '2026-03-02T08:00:00.000Z',
        lastStart: last,
      },
      { name: 'broken', problems: ['steps: expected an array'], lastStart: null },
    ]);
    const { stdout } = await sluice('migrations');
    expect(stdout).toMatch(
      /nightly +rate\(1 day\) +UTC +2026-03-02T08:00:00.000Z +2026-03-01T08:00:00.000Z succeeded/u,
    );
    expect(stdout).toMatch(/broken +cannot be used: steps: expected an array +never/u);
  });

  it('lists the starts of one, and shows one whole', async () => {
    answering([ended, { ...ended, migrationId: 'm0', dryRun: true }]);
    const { stdout } = await sluice('migrations', 'nightly');
    expect(stdout).toMatch(/m1 +2026-03-01T08:00:00.000Z +succeeded +ana\n/u);
    expect(stdout).toMatch(/m0 .*succeeded \(dry run\)/u);
    answering(ended);
    expect((await sluice('migrations', 'm1')).stdout).toContain('npx sluice run run1');
  });

  it('says that there is none', async () => {
    answering([]);
    expect((await sluice('migrations')).stdout).toBe('There are none.\n');
  });
});
