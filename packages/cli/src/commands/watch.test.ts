import { describe, expect, it } from 'vitest';
import type { Ending } from '../testing/captured.ts';
import { fakeSystem, json, type FakeAnswer } from '../testing/fake-system.ts';
import { aRun, aSummary } from '../testing/run-builder.ts';

const system = fakeSystem();
const runId = 'abcdefghijklmnopqrstuvwxyz';
const start = {
  migrationId: 'm2345672345672345672345672',
  name: 'nightly',
  scheduledAt: '2026-03-01T08:00:00.000Z',
  startedBy: 'ana',
  status: 'running',
  dryRun: false,
  steps: [
    { number: 1, name: 'Roles', source: 'a.csv', status: 'succeeded', runIds: ['r1'] },
    { number: 2, name: 'People', source: 'b.csv', status: 'running', runIds: [runId] },
  ],
};
const importing = {
  ...aRun({ status: 'importing', eta: '2026-03-01T08:00:45.000Z', finishedAt: null, counts: { read: 3 } }),
  progress: { batches: 2, checked: 2, imported: 1 },
};

/** Answers by the end of the path; the last answer of a list stays. */
function history(routes: Record<string, object | object[]>): void {
  const answers = new Map(Object.entries(routes).map(([path, answer]) => [path, [answer].flat()]));
  system.answer = ({ path }): FakeAnswer | undefined => {
    const [place = '', query = ''] = path.replace('/history', '').split('?');
    const list = answers.get(query.includes('limit=0') ? `${place}?` : place);
    if (list === undefined)
      return json({ error: { code: 'not_found', message: `There is nothing at ${place}.` } }, 404);
    return json(place === '/migrations' || list.length === 1 ? (list[0] ?? []) : list.shift());
  };
}
const watch = (id: string, ending: Ending) => system.ends(`watch ${id}`, ending);

describe('sluice watch', () => {
  it('follows a run to its end from another terminal, by the beginning of its id', async () => {
    history({
      '/runs': { runs: [aSummary(), aSummary({ runId: 'bbbbbbbbbbbbbbbbbbbbbbbbbb' })] },
      '/migrations': [[]],
      [`/runs/${runId}?`]: [importing, importing, aRun()],
      [`/runs/${runId}`]: aRun(),
    });
    await watch('abcd', {
      stderr: ' 75% importing, 1 of 2 batches, 3 rows, 45 s left',
    });
  });

  it('shows a run that waits its place in the queue, and the run that goes first', async () => {
    const blockedBy = 'bbbbbbbbbbbbbbbbbbbbbbbbbb';
    const queued = aRun({ status: 'queued', blockedBy, finishedAt: null });
    const early = { startedAt: '2026-03-01T06:00:00.000Z', status: 'queued' } as const;
    history({
      '/runs': {
        runs: [
          aSummary({ status: 'queued' }),
          aSummary({ ...early, runId: 'c'.repeat(26), schema: 'professional' }),
          aSummary({ ...early, runId: 'd'.repeat(26), schema: 'role' }),
        ],
      },
      [`/runs/${blockedBy}?`]: { ...importing, key: 'inbox/client/email/old.csv' },
      [`/runs/${runId}?`]: [queued, queued, aRun()],
      [`/runs/${runId}`]: aRun(),
    });
    await watch(runId, {
      stderr:
        'waiting for its turn, 2 runs before it: first run bbbbbbbb (old.csv, 3 rows, importing, 45 s left)',
    });
  });

  it('follows a start of a migration by its steps, and says how to follow it again when interrupted', async () => {
    const ended = { ...start, status: 'succeeded', notice: { state: 'sent' } };
    const id = start.migrationId;
    history({ [`/migrations/${id}`]: [start, start, ended], [`/runs/${runId}?`]: importing });
    await watch(id, {
      stderr: ' 87% step 2 of 2, People, importing, 1 of 2 batches, 3 rows, 45 s left',
    });
    history({ [`/migrations/${id}`]: start });
    const interrupt = new AbortController();
    const known = system.answer;
    system.answer = (seen) => {
      if (system.seen.filter(({ path }) => path.endsWith(id)).length > 5) interrupt.abort();
      return known(seen);
    };
    const stderr = `the migration goes on. Follow it again with: npx sluice watch ${id}`;
    await system.ends(['watch', id], { status: 130, stderr }, { signal: interrupt.signal });
  });

  it('follows the undo of a start from its last step to its first, and then waits for its mail', async () => {
    const undoing = { ...start, status: 'undoing' };
    const undone = { ...start, status: 'undone' };
    const [first, last] = [aRun({ runId: 'r1' }), aRun()].map((run) => ({ ...run, status: 'undone' }));
    history({
      [`/migrations/${start.migrationId}`]: [
        ...[undoing, undoing, undoing, undone],
        { ...undone, notice: { state: 'sent' } },
      ],
      [`/runs/${runId}?`]: [aRun(), last ?? {}],
      '/runs/r1?': first ?? {},
    });
    const { stderr } = await system.ends(['watch', start.migrationId], {});
    expect(stderr.split('\n')).toEqual([
      '  0% undoing, step 2 of 2',
      ' 66% undoing',
      '100% undone, its mail is on the way',
      '',
    ]);
  });

  it('ends with 3 where rows did not land, or a person must act', async () => {
    for (const status of ['partly_succeeded', 'needs_decision'] as const) {
      const run = aRun({ status, counts: { read: 3, created: 1, unknown: 2 }, resultKey: null });
      history({ [`/runs/${runId}?`]: run, [`/runs/${runId}`]: run });
      await watch(runId, { status: 3 });
    }
  });
});

describe('the beginning of an id', () => {
  const [one, two] = ['aaaa'.padEnd(26, 'b'), 'aaaa'.padEnd(26, 'c')];
  const runs = [aSummary({ runId: one }), aSummary({ runId: two, status: 'rejected' })];

  it('is enough for every command on a run', async () => {
    history({
      '/runs': { runs },
      [`/runs/${one}`]: aRun({ runId: one }),
      [`/runs/${one}/undo`]: aRun({ runId: one }),
    });
    await system.ends('run aaaab', { stdout: one });
    await system.ends('undo AAAAB --no-wait', {});
    expect(system.posted()[0]?.[0]).toBe(`/history/runs/${one}/undo`);
  });

  it.each([
    [
      'aaaa',
      /^sluice: aaaa is the beginning of 2 ids\. Expected one of:\n {2}aaaabbbb {2}succeeded, .*\n {2}aaaacccc {2}rejected, /u,
    ],
    [
      'zzzz',
      'No run begins with zzzz. Expected an id that `npx sluice runs` shows; of an older run, its first 8 characters. `npx sluice runs --all --format json` has every id whole.',
    ],
    [
      'aaa',
      'aaa is not the id of a run. Expected its first 4 characters or more, as `npx sluice runs` shows it.',
    ],
    ['import-1', 'import-1 is not the id of a run.'],
  ])('is refused, and nothing is done, where %s means no run or several', async (id, stderr) => {
    history({ '/runs': { runs } });
    for (const command of [
      'run',
      'undo',
      'cancel',
      'accept',
      'decide --not-applied',
      'approve --plan 3f9c2b7a',
    ])
      await system.ends(`${command} ${id}`, { status: 2, stderr });
    expect(system.posted()).toEqual([]);
  });

  it.each([
    ['nightly', 'is a migration, not a run. For its last start, due 2026-03-01 08:00:00 UTC (running): '],
    [start.migrationId, 'is a start of the migration nightly, not a run. Use: '],
  ])('where a run is expected, %s is answered by the command for a migration', async (text, says) => {
    const lastStart = start;
    history({ '/runs': { runs }, '/migrations': [[{ name: 'nightly', schedule: null, lastStart }]] });
    const known = system.answer;
    system.answer = (seen) => (seen.path === '/history/migrations/nightly' ? json([start]) : known(seen));
    const id = start.migrationId;
    for (const [command, instead] of [
      ['run', `migrations ${id}`],
      ['undo', `migrate ${id} --undo`],
      ['cancel', `migrate ${id} --cancel`],
    ])
      await system.ends([command ?? '', text], {
        status: 2,
        stderr: `sluice: ${text} ${says}npx sluice ${instead}\n`,
      });
  });

  it('as long as lists show it finds a run of any age', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) =>
      aSummary({ runId: `b${at.toString().replaceAll(/[0189]/gu, 'z')}`.padEnd(26, 'b') }),
    );
    history({ '/runs': { runs: [...many, ...runs] }, [`/runs/${one}`]: aRun({ runId: one }) });
    await system.ends('run aaaabbbb', { stdout: one });
    await system.ends('run aaaabbb', { status: 2, stderr: 'of an older run, its first 8 characters' });
    await system.ends('run zzzzzzzz', {
      status: 2,
      stderr: /shows\. `npx sluice runs --all --format json` has/u,
    });
  });

  it('is enough for a start of a migration', async () => {
    const id = start.migrationId;
    const other = { ...start, migrationId: 'm234567'.padEnd(26, 'x') };
    const definitions = [{ name: 'nightly', schedule: null, lastStart: null }];
    history({
      '/migrations': [definitions],
      '/migrations/nightly': { length: 0 },
      [`/migrations/${id}/cancel`]: { migrationId: id, status: 'running' },
      [`/migrations/${id}`]: start,
    });
    const known = system.answer;
    system.answer = (seen) =>
      seen.path === '/history/migrations/nightly' ? json([start, other]) : known(seen);
    await system.ends('migrate m2345672 --cancel --no-wait', {});
    expect(system.posted().at(-1)?.[0]).toBe(`/history/migrations/${id}/cancel`);
    await system.ends('migrations m2345672', { stdout: id });
    await system.ends('migrations m234', { status: 2, stderr: 'm234 is the beginning of 2 ids' });
  });
});
