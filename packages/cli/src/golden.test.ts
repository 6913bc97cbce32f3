import { noRows } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { exitCodes } from './io/exit-codes.ts';
import { fakeSystem, json, type Seen } from './testing/fake-system.ts';
import { holdsGolden } from './testing/golden.ts';
import { aRun, aSummary } from './testing/run-builder.ts';

const system = fakeSystem();
const runId = 'abcdefghijklmnopqrstuvwxyz';
const other = 'bcdefghijklmnopqrstuvwxyza';
const start = 'm2345672345672345672345672';
const plan = {
  sha256: '3f9c2b7a41d0'.padEnd(64, '0'),
  counts: { ...noRows, read: 3, created: 2, deleted: 1 },
};
const large = { read: 20_000, created: 18_000, updated: 1_998, failed: 2 };
const submissions = Array.from({ length: 300 }, (_, at) => ({
  ...{ batch: Math.floor(at / 2) + 1, phase: at % 2 === 0 ? ('dry' as const) : ('real' as const) },
  ...{ importId: `imp-${at}`, status: 'succeeded', attempts: 1 },
}));
const under = { finishedAt: null, resultKey: null, counts: { read: 20_000, notAttempted: 20_000 } };
const open = [{ batch: 2, rows: 4, importId: null, sentAt: '2026-03-01T07:00:00.000Z', quietUntil: null }];

const notAnAddress =
  'E-mail `bo.example.com` is not an e-mail address. Write one such as `name@example.com`.';

/** The result sheet of a run: the rows that failed. */
function resultSheet({ failed }: { readonly failed: number }): Buffer {
  const rows = Array.from({ length: failed }, () => `Bo Ek,failed,${notAnAddress},`);
  return Buffer.from(['Name,Status,Reason,Record id', ...rows, ''].join('\n'));
}

/** Runs as `sluice run` shows them, each in another status. */
const runs: Record<string, ReturnType<typeof aRun>> = {
  succeeded: aRun({ counts: { read: 20_000, created: 18_000, updated: 2_000 }, submissions }),
  'partly-succeeded': aRun({ status: 'partly_succeeded', counts: large, submissions }),
  rejected: aRun({
    status: 'rejected',
    counts: { read: 3, failed: 1, notAttempted: 2 },
    reason: '1 of 3 rows is wrong, and nothing is written unless every row passes.',
    reasonCodes: ['wrong_rows'],
  }),
  'all-rejected': aRun({
    status: 'rejected',
    counts: { read: 1, failed: 1 },
    reason: '1 of 1 row is wrong, and nothing is written unless every row passes.',
    reasonCodes: ['wrong_rows'],
  }),
  failed: aRun({
    status: 'failed',
    counts: { read: 10, created: 4, notAttempted: 6 },
    reason: 'The service refused the token.',
  }),
  cancelled: aRun({
    status: 'cancelled',
    cancelledBy: 'ana',
    counts: { read: 10, created: 4, notAttempted: 6 },
  }),
  duplicate: aRun({
    ...{ status: 'duplicate', duplicateOf: other, counts: {}, resultKey: null },
    importedBefore: { run: aRun({ runId: other }), between: [], more: 0 },
  }),
  'imported-before': aRun({
    importedBefore: {
      run: aRun({ runId: other, key: 'inbox/client/email/monday.csv' }),
      between: [aRun({ runId: start, key: 'inbox/client/email/tuesday.csv', droppedBy: 'bo' })],
      more: 2,
    },
  }),
  undone: aRun({
    status: 'undone',
    undo: { reversed: 1_200, kept: 1, failed: 0 },
    undoReportKey: 'runs/x/undo of x.csv',
  }),
  'needs-decision': aRun({
    status: 'needs_decision',
    toDecide: open,
    counts: { read: 9, created: 5, unknown: 4 },
    finishedAt: null,
  }),
  'awaiting-approval': aRun({
    status: 'awaiting_approval',
    approval: { asked: 1, plan, planKey: 'runs/x/plan of x.csv' },
    ...under,
    counts: { read: 3, notAttempted: 3 },
  }),
  importing: Object.assign(
    aRun({ status: 'importing', eta: '2026-03-01T08:00:41.000Z', ...under, submissions }),
    { progress: { batches: 150, checked: 150, imported: 75 } },
  ),
  queued: aRun({
    ...{ status: 'queued', blockedBy: other, blockedSince: '2026-03-01T07:00:01.000Z' },
    ...{ ...under, submissions: [] },
  }),
};
const first = {
  ...aRun({
    runId: other,
    key: 'inbox/client/email/old clients.csv',
    status: 'importing',
    eta: '2026-03-01T08:12:00.000Z',
    ...under,
  }),
  progress: { batches: 10, checked: 10, imported: 5 },
};
const migration = {
  migrationId: start,
  name: 'nightly-people',
  scheduledAt: '2026-03-01T02:00:00.000Z',
  startedBy: 'schedule',
  status: 'partly',
  dryRun: false,
  notice: { state: 'sent' },
  steps: [
    {
      number: 1,
      name: 'Roles',
      source: 'migrations/people/people.xlsx',
      status: 'succeeded',
      runIds: [runId],
      counts: { read: 4, created: 4 },
    },
    {
      number: 2,
      name: 'People',
      source: 'migrations/people/people.xlsx',
      status: 'partly',
      runIds: [other],
      counts: { read: 3, created: 2, failed: 1 },
      reason: '1 of 3 rows failed.',
    },
  ],
};
const definitions = [
  {
    name: 'nightly-people',
    schedule: 'cron(0 2 * * ? *)',
    timeZone: 'Europe/Berlin',
    nextFire: '2026-03-02T01:00:00.000Z',
    lastStart: migration,
  },
  {
    name: 'yearly',
    schedule: 'cron(0 2 1 1 ? *)',
    timeZone: 'UTC',
    nextFire: null,
    paused: true,
    lastStart: null,
  },
];

const asked = { at: '2026-03-01T07:30:00.000Z', by: 'ana' };
const undoneStart = {
  ...migration,
  status: 'undone',
  undo: { ...asked, counts: { reversed: 6, kept: 1, failed: 0 } },
};

/** The history of the system, with this run in it, which an act finds under way if it is the first one. */
const history =
  (run: object, isFirst = false) =>
  ({ path, method }: Seen) => {
    const [place] = path.replace('/history', '').split('?');
    if (place === '/migrations/yearly') return json([]);
    if (method === 'POST' && path.endsWith(`${start}/undo`)) return json(undoneStart);
    if (method === 'POST' && !path.includes('nothing') && !path.endsWith('people/undo'))
      return json({ ...run, migrationId: start, ...(isFirst && { status: 'undoing' }) });
    if (place === '/runs')
      return json({
        runs: path.includes('status=queued')
          ? []
          : [aSummary(), aSummary({ runId: other, status: 'rejected', counts: { read: 3, failed: 3 } })],
      });
    if (place === `/runs/${other}`) return json(first);
    if (place === `/runs/${runId}`) return json(run);
    if (place === '/migrations') return json(definitions);
    if (place === '/migrations/nightly-people') return json([migration]);
    if (place === `/migrations/${start}`) return json(isFirst ? migration : undoneStart);
    return json({ error: { code: 'not_found', message: 'There is none.' } }, 404);
  };

const answers: [name: string, line: string, run?: ReturnType<typeof aRun>][] = [
  ...Object.entries(runs).map(([name, run]): [string, string, ReturnType<typeof aRun>] => [
    `run-${name}`,
    `run ${runId}`,
    run,
  ]),
  ['run-details', `run ${runId} --details`, aRun({ emails: { to: ['ops@example.com'], state: 'sent' } })],
  ['watch', 'watch abcdefgh'],
  ['watch-migration', `watch ${start}`],
  ['runs', 'runs'],
  ['drop-no-wait', 'drop new.csv --schema client --lookup email --no-wait'],
  ['undo', `undo ${runId}`, runs['undone']],
  [
    'undo-again',
    `undo ${runId}`,
    aRun({
      ...runs['undone'],
      timeline: [{ at: asked.at, subject: 'run', type: 'undoRequested', data: { by: asked.by } }],
    }),
  ],
  ['cancel', `cancel ${runId}`, runs['cancelled']],
  ['migrations', 'migrations'],
  ['migrations-starts', 'migrations nightly-people'],
  ['migrations-start', `migrations ${start}`],
  ['migrate', 'migrate nightly-people'],
  ['profiles', 'profiles'],
  ['profiles-pause', 'profiles pause county'],
  ['profiles-rm', 'profiles rm county'],
  ['migrations-rm', 'migrations rm nightly-people'],
  ['profile', 'profile county.json'],
  ['read', 'read new.csv'],
  ['migrate-undo-again', `migrate ${start} --undo`],
  ['migrate-unknown', 'migrate nothing'],
  ['migrate-undo-name', 'migrate nightly-people --undo'],
  ['watch-name', 'watch nightly-people'],
  // What is refused.
  ['bad-command', 'rnus'],
  ['bad-option', 'runs --sinse 7d'],
  ['bad-since', 'runs --since 2026-02-31'],
  ['bad-until', 'runs --since 2026-03-01 --until 2026-02-01'],
  ['bad-dropper', 'runs --dropper me'],
  ['bad-status', 'runs --status done'],
  ['bad-id', 'run abc'],
  ['bad-id-unknown', 'run zzzz'],
  ['bad-id-whole', 'run zzzzzzzzzzzzzzzzzzzzzzzzzz'],
  ['bad-id-ambiguous', 'cancel bcde'],

  ['bad-plan-of-run', 'plan abcdefgh'],
  ['bad-file', 'drop nothing.csv --schema client --lookup email'],
  ['bad-folder', 'drop new.csv --schema client'],
  ['bad-schema', 'drop new.csv --schema clint --lookup email'],
  ['bad-lookup', 'drop new.csv --schema client --lookup mail'],
  ['bad-profile', 'drop new.csv --profile nobody'],
  ['bad-profile-near', 'drop new.csv --profile conty'],
  ['bad-kept-near', 'profiles rm countys'],
  ['bad-result', 'drop new.csv --schema client --lookup email --result no/such/folder.csv'],
  ['bad-report', `undo ${runId} --report no/such/folder.csv`],
  ['bad-original', `run ${runId} --original no/such/folder.csv`],
  ['bad-decision', `decide ${runId}`],
  ['bad-plan', `approve ${runId}`],
  ['bad-body', 'call getUsers {limit:5}'],
  ['bad-operation', 'call getUser5'],
  ['bad-port', 'local --port 70000'],
  ['bad-records', 'plan new.csv --schema client --lookup email --records 0'],
  ['bad-shell', 'completion csh'],
  ['bad-export', 'audit export --from yesterday'],
];

/** As a phone or a narrow window has them. */
const narrow = [
  'runs',
  `run ${runId}`,
  'migrations',
  `migrations ${start}`,
  'profiles',
  'plan new.csv --schema client --lookup email',
];

it('the answers fit a terminal of 40 characters, except for a word or a command that is longer', async () => {
  await system.write(
    'new.csv',
    'Name,E-mail,Home phone,Work phone\nAda Countess of Lovelace,ada@example.com,+44 20 7946 0958,+44 20 7946 0123\nBo,bo,,\n',
  );
  system.objects.set(
    'drops/profiles/county.json',
    Buffer.from('{"schema":"client","lookup":"email","approval":"ask"}'),
  );
  system.answer = history(
    aRun({ status: 'awaiting_approval', approval: { asked: 1, plan }, counts: large }),
    true,
  );
  const screens: string[] = [];
  for (const line of narrow) {
    const { stdout } = await system.sluice(line, { width: 40 });
    screens.push(`$ npx sluice ${line}`, stdout);
    for (const one of stdout.split('\n'))
      if (one.trim().split(' ').length > 1 && !one.includes('npx sluice'))
        expect(one.length).toBeLessThanOrEqual(40);
  }
  await expect(screens.join('\n')).toMatchFileSnapshot('../golden/narrow.txt');
});

describe('the answers of the command line', () => {
  it.each(answers)('read well, and name commands that exist: %s', async (name, line, run = aRun()) => {
    await system.write('new.csv', 'Name,E-mail\nAda,ada@example.com\n');
    await system.write('county.json', { schema: 'client', lookup: 'email' });
    system.objects.set('drops/profiles/county.json', Buffer.from('{"schema":"client","lookup":"email"}'));
    system.objects.set('drops/migrations/nightly-people.json', Buffer.from('{"steps":[]}'));
    system.objects.set('files/runs/abc/results/new clients.csv', resultSheet(run.counts));
    if (name === 'bad-id-ambiguous')
      system.answers(
        json({ runs: [aSummary({ runId: other }), aSummary({ runId: 'bcde'.padEnd(26, 'x') })] }),
      );
    else system.answer = history(run, !name.endsWith('-again'));
    const captured = await system.sluice(line);
    await holdsGolden(name, line, captured);
    const { status, stdout } = captured;
    if (name.startsWith('bad-')) {
      expect(status).toBe(exitCodes.usage.status);
      expect(system.posted()).toEqual([]);
      expect(system.uploads()).toEqual([]);
    }
    if (name.startsWith('run-') && name !== 'run-details') expect(stdout.split('\n').length).toBeLessThan(24);
  });
});
