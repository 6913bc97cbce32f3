import { expect, it } from 'vitest';
import { fakeSystem, json } from '../testing/fake-system.ts';

const system = fakeSystem();
const run = (more: object) => ({
  runId: 'r1',
  key: 'inbox/client/email/people.csv',
  status: 'succeeded',
  objects: 3,
  removed: ['inbox/client/email/people.csv'],
  left: [],
  ...more,
});

/** Two answers of the service, then two of the history. */
let [damaged, elsewhere]: [string[], string[]] = [[], []];
function answering(...runs: object[]): void {
  [damaged, elsewhere] = [[], []];
  system.answer = ({ path, body }) => {
    if (path.endsWith('/findToken')) return json({ ok: true, site: { siteId: 's1', name: 'Acme' } });
    const isFirst = !body.includes('ursor"');
    if (path.endsWith('/eraseRecord'))
      return json({
        ok: true,
        busy: [],
        left: damaged,
        ...(isFirst ? { objects: 2, nextCursor: 'imports i1' } : { objects: 1 }),
      });
    if (path.endsWith('/erase'))
      return json(
        isFirst ? { runs: [], searched: 20, next: { after: 'x' } } : { runs, searched: 1, left: elsewhere },
      );
    return undefined;
  };
}

it('erases from the service and then from runs, until both are through, and prints the receipt', async () => {
  answering(run({}));
  const stdout = [
    'Erased from 3 objects of the service.',
    'Erased from 3 objects of 1 run; 21 runs searched.',
    'Removed as a whole:\n  r1  inbox/client/email/people.csv',
    /Receipt: [0-9a-f]{32}\./u,
  ];
  await system.ends('erase --record ana@example.com', { stdout });
  const posted = system.posted().slice(1);
  const record = { record: 'ana@example.com', receipt: expect.any(String), dryRun: false };
  expect(posted).toMatchObject([
    [expect.stringMatching(/eraseRecord$/u), { ...record, siteId: 's1' }],
    [expect.stringMatching(/eraseRecord$/u), { ...record, cursor: 'imports i1' }],
    ['/history/erase', { ...record, by: expect.any(String) }],
    ['/history/erase', { ...record, cursor: { after: 'x' } }],
  ]);
  expect(new Set(posted.map(([, body]) => (body as { receipt: string }).receipt)).size).toBe(1);
});

it('ends with 3 and names what the service cannot search, and what belongs to no run', async () => {
  answering(run({}));
  damaged = ['images/s1/i1/w/plan.json'];
  const stdout = ['Still there:\n  service  images/s1/i1/w/plan.json: the object cannot be searched\n'];
  await system.ends('erase --record ana@example.com', { status: 3, stdout });
  [damaged, elsewhere] = [[], ['profiles/x.json: settings of a folder']];
  stdout[0] = 'Still there:\n  drops  profiles/x.json: settings of a folder\nNot searched: uploads in parts';
  await system.ends('erase --record ana@example.com', { status: 3, stdout });
});

it('lists without erasing in a dry run, and gives no receipt', async () => {
  answering(run({}));
  const { stdout } = await system.ends('erase --record ana@example.com --dry-run', {
    stdout: ['Would be erased', 'Would be removed as a whole'],
  });
  expect(stdout).not.toContain('Receipt');
  expect(
    system
      .posted()
      .slice(1)
      .every(([, body]) => (body as { dryRun: boolean }).dryRun),
  ).toBe(true);
});

it('reports why it is refused', async () => {
  const { answer } = (answering(run({})), system);
  const refusal = json(
    { error: { code: 'invalid_request', message: 'expected at least 3 characters' } },
    400,
  );
  system.answer = (seen) => (seen.path.endsWith('/erase') ? refusal : answer(seen));
  await system.ends('erase --record ana@example.com', { status: 4, stderr: 'at least 3 characters' });
});

it('needs a record', () => system.ends('erase', { status: 2, stderr: '--record' }));
