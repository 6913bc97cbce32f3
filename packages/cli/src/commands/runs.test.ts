import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { json, startFakeSystem } from '../testing/fake-system.ts';
import type { FakeSystem } from '../testing/fake-system.ts';
import { aSummary } from '../testing/run-builder.ts';

describe('sluice runs', () => {
  let system: FakeSystem;
  beforeEach(async () => {
    system = await startFakeSystem();
  });
  afterEach(() => system.stop());

  const sluice = (line: string, cwd = system.cwd) => runCaptured(line.split(' '), { cwd });

  it('prints what the history answers, to the letter, as JSON', async () => {
    const list = [aSummary({ runId: 'b', usage: { usd: 0.1 } }), aSummary({ runId: 'a' })];
    system.answer = () => json({ runs: list });
    const { status, stdout, stderr } = await sluice('runs --format json');
    expect({ status, stderr }).toStrictEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toStrictEqual(list);
  });

  it('asks for the newest 100 with the token of the running system', async () => {
    system.answer = () => json({ runs: [] });
    await sluice('runs');
    expect(system.seen).toMatchObject([
      { method: 'GET', path: '/history/runs?', headers: { authorization: 'Bearer secret-6' } },
    ]);
  });

  it('asks for every run with --all, and passes on status and time', async () => {
    system.answer = () => json({ runs: [] });
    await sluice('runs --all --status rejected --since 24h');
    expect(system.seen[0]?.path).toBe('/history/runs?since=2026-02-28T08%3A00%3A00.000Z&status=rejected');
  });

  it('lists runs in aligned columns with their counts', async () => {
    system.answer = () =>
      json({
        runs: [
          aSummary(),
          aSummary({ status: 'partly_succeeded', counts: { read: 1200, created: 1199, failed: 1 } }),
        ],
      });
    const { stdout } = await sluice('runs');
    expect(stdout).toContain(
      'succeeded         inbox/client/email/new clients.csv  3 read: 2 created, 1 updated\n',
    );
    expect(stdout).toContain(
      'partly succeeded  inbox/client/email/new clients.csv  1,200 read: 1,199 created, 1 failed\n',
    );
  });

  it('calls rows of a run under way neither written nor not attempted, and those that a person is asked about unknown', async () => {
    const counts = { read: 9, notAttempted: 9 };
    const runs = [
      aSummary({ status: 'importing', counts }),
      aSummary({ status: 'needs_decision', counts: { read: 9, unknown: 9 } }),
      aSummary({ status: 'cancelled', counts }),
    ];
    system.answer = () => json({ runs });
    const lines = (await sluice('runs')).stdout.split('\n').slice(1, 4);
    expect(lines.map((line) => line.split('9 read: ')[1])).toEqual([
      '9 under way',
      '9 unknown',
      '9 not attempted',
    ]);
  });

  it('names on stderr the runs that cannot be read, and lists the others', async () => {
    system.answer = () => json({ runs: [aSummary()], unreadable: ['run9'] });
    const { status, stdout, stderr } = await sluice('runs --format json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(stderr).toContain('Run run9 is left out');
  });

  it('keeps control characters of a file name from the terminal', async () => {
    system.answer = () => json({ runs: [aSummary({ key: 'inbox/client/email/\u001B[2Jx.csv' })] });
    expect((await sluice('runs')).stdout).not.toContain('\u001B');
  });

  it('refuses a time that it does not understand, with what it expects', async () => {
    const { status, stderr } = await sluice('runs --since yesterday');
    expect(status).toBe(2);
    expect(stderr).toContain('--since yesterday: expected a date (2026-03-01)');
  });

  it('says how to start the system where none runs', async () => {
    const { status, stdout, stderr } = await sluice('runs', '/');
    expect({ status, stdout }).toStrictEqual({ status: 5, stdout: '' });
    expect(stderr).toContain('Start it with `npm start`');
  });

  it('finds the system from a folder below, and by SLUICE_LOCAL', async () => {
    system.answer = () => json({ runs: [] });
    const below = await sluice('runs', `${system.cwd}/.sluice`);
    const named = await runCaptured(['runs'], {
      cwd: '/',
      env: { SLUICE_LOCAL: `${system.cwd}/.sluice/local.json` },
    });
    expect([below.status, named.status]).toStrictEqual([0, 0]);
  });

  it('ends with 5 when the system that wrote local.json is gone', async () => {
    await system.die();
    expect(await sluice('runs')).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('does not answer'),
    });
  });
});
