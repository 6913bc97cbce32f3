import { describe, expect, it, vi } from 'vitest';
import { fakeSystem, json } from '../testing/fake-system.ts';
import { aSummary } from '../testing/run-builder.ts';

const system = fakeSystem();
const lists = (runs: object[], more: object = {}) => system.answers(json({ runs, ...more }));

describe('sluice runs', () => {
  it('prints the answer of the history unchanged as JSON', async () => {
    const list = [aSummary({ runId: 'b', usage: { usd: 0.1 } }), aSummary({ runId: 'a' })];
    lists(list);
    const { stdout, stderr } = await system.ends('runs --format json', {});
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toStrictEqual(list);
  });

  it.each([
    ['runs', ''],
    ['runs --all --status rejected --since 24h', 'since=2026-02-28T08%3A00%3A00.000Z&status=rejected'],
  ])('sends the filters of `%s`, with the token of the running system', async (words, query) => {
    lists([]);
    await system.sluice(words);
    const headers = { authorization: 'Bearer secret-6' };
    expect(system.seen).toMatchObject([{ method: 'GET', path: `/history/runs?${query}`, headers }]);
  });

  it.each([
    ['importing', { notAttempted: 9 }, '9 under way'],
    ['needs_decision', { unknown: 9 }, '9 unknown'],
    ['cancelled', { notAttempted: 9 }, '9 not attempted'],
  ] as const)('describes the open rows of a run that is %s with %j as %s', async (status, counts, words) => {
    lists([aSummary({ status, counts: { read: 9, ...counts } })]);
    await system.ends('runs', { stdout: `9 read: ${words}\n` });
  });

  it('names on stderr the runs that cannot be read, and lists the others', async () => {
    lists([aSummary()], { unreadable: ['run9'] });
    const { stdout } = await system.ends('runs --format json', { stderr: 'Run run9 is left out' });
    expect(JSON.parse(stdout)).toHaveLength(1);
  });

  it('keeps control characters of a file name, and marks that turn its order, from the terminal', async () => {
    lists([aSummary({ key: 'inbox/client/email/\u001B[2Jx\u202Evsc.exe' })]);
    expect((await system.sluice('runs')).stdout).not.toMatch(/\u001B|\u202E/u);
  });

  it('refuses a time that it does not understand, with what it expects', async () => {
    const stderr = '--since yesterday: expected a date (2026-03-01)';
    await system.ends('runs --since yesterday', { status: 2, stderr });
  });

  it('explains how to start the system when none runs', async () => {
    const { stdout } = await system.ends(
      'runs',
      { status: 5, stderr: 'Start it with `npm start`' },
      { cwd: '/' },
    );
    expect(stdout).toBe('');
  });

  it('finds the system from a folder below, and by SLUICE_LOCAL', async () => {
    lists([]);
    await system.ends('runs', {}, { cwd: `${system.cwd}/.sluice` });
    await system.ends('runs', {}, { cwd: '/', env: { SLUICE_LOCAL: `${system.cwd}/.sluice/local.json` } });
  });

  it('uses no local.json of another user, unless SLUICE_LOCAL names it', async () => {
    lists([]);
    const me = process.getuid?.() ?? 0;
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(me + 1);
    const env = { SLUICE_LOCAL: '.sluice/local.json' };
    try {
      const stderr = 'belongs to another user of this computer';
      await system.ends('runs', { status: 2, stderr }, { cwd: `${system.cwd}/.sluice` });
      await system.ends('runs', {}, { env });
    } finally {
      getuid.mockRestore();
    }
  });

  it('ends with 5 when the system that wrote local.json is gone', async () => {
    await system.die();
    await system.ends('runs', { status: 5, stderr: 'does not answer' });
  });
});
