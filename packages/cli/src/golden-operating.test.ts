import { startService } from '@sluice/data-access/testing/service';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { localText } from './commands/local.ts';
import { laidOut } from './io/columns.ts';
import { auditedRun } from './testing/audited-run.ts';
import { answerAudit } from './testing/fake-audit.ts';
import {
  attributes,
  deployed,
  executions,
  mapping,
  notFound,
  notifications,
  scheduleDenied,
  type Differs,
} from './testing/fake-deployment.ts';
import { stackEnv } from './testing/fake-stack.ts';
import { fakeSystem, json, type Answering } from './testing/fake-system.ts';
import { goldenOf, holdsGolden, type Steady } from './testing/golden.ts';
import { aSummary, usage } from './testing/run-builder.ts';

const system = fakeSystem();
const holds = goldenOf(system);
const runId = 'abcdefghijklmnopqrstuvwxyz';
const other = 'bcdefghijklmnopqrstuvwxyza';
const meta = { requestId: 'r1', duration: 3, rateLimitRemaining: 99_000, rateLimitLimit: 100_000 };
const at = '2026-03-01T07:00:00.000Z';

const site = { siteId: 's1', name: 'Acme' };
const refusal = { code: 'not_found', message: 'There is no import x.', status: 404 };
const panel: Answering = ({ path }) => {
  if (path.endsWith('/findToken')) return json({ ok: true, meta, token: {}, site });
  if (path.endsWith('/listSites'))
    return json({ ok: true, meta, items: [site, { siteId: 's2', name: 'Demo' }] });
  if (path.endsWith('/getImport')) return json({ ok: false, meta, error: refusal });
  return json({ ok: true, meta });
};

describe('the control panel and the service', () => {
  it.each([
    ['control', 'control', 0],
    ['control-help', 'control createToken --help', 0],
    ['control-help-none', 'control listSites --help', 0],
    ['control-call', 'control listLists', 0],
    ['control-refused', 'control getImport {"importId":"x"}', 4],
    ['bad-control', 'control createSight', 2],
    ['bad-site', 'control listLists --site Nowhere', 2],
    ['call', 'call getRoles', 0],
  ])('answer in words that read well: %s', (name, line, status) =>
    holds(name, line, { status, answer: panel, isData: name.includes('call') || name === 'control-refused' }),
  );

  it('the service says why it refuses', () =>
    holds('call-refused', 'call getRoles', {
      status: 4,
      isData: true,
      answer: () =>
        json({ ok: false, meta, error: { code: 'unauthorized', message: 'Unknown token.', status: 401 } }),
    }));
});

const month = (startedAt: string, read: number, usd: number) => ({
  ...aSummary({ startedAt, counts: { read, created: read } }),
  usage: { ...usage, usd },
});

it('costs read well', async () => {
  const runs = [month(at, 200_000, 0.008), month('2026-02-03T07:00:00.000Z', 0, 0.0002)];
  await holds('costs', 'costs', { answer: () => json({ runs }) });
  await holds('costs-none', 'costs --since 7d', { answer: () => json({ runs: [] }) });
});

const erased = (more: object = {}) => ({
  ...{ runId, key: 'inbox/client/email/people.csv', status: 'succeeded', objects: 3 },
  ...{ removed: ['inbox/client/email/people.csv'], left: [], ...more },
});
const erasing =
  (busy: string[], ...runs: object[]): Answering =>
  (seen) => {
    if (seen.path.endsWith('/eraseRecord')) return json({ ok: true, objects: 1, busy });
    return seen.path.endsWith('/erase') ? json({ runs, searched: 20 }) : panel(seen);
  };
const receipt: Steady = [[/\b[0-9a-f]{32}\b/gu, '0123456789abcdef0123456789abcdef']];

describe('an erase', () => {
  const line = 'erase --record ana@example.com';
  it('reads well', () => holds('erase', line, { answer: erasing([], erased()), steady: receipt }));
  it('reads well as a dry run', () =>
    holds('erase-dry-run', `${line} --dry-run`, { answer: erasing([], erased()) }));
  it('reads well when something is left', () =>
    holds('erase-left', line, {
      status: 3,
      steady: receipt,
      answer: erasing(
        ['imp-7'],
        erased({ objects: 0, removed: [], refused: true, status: 'importing' }),
        erased({
          runId: other,
          left: ['a name of the file, its sheet or a column, or the reason, in the import history'],
        }),
      ),
    }));
});

describe('a redrive', () => {
  const why = 'the dry run of batch 1 waits to be sent';
  const letters = [
    { queue: 'batches', messageId: 'm1', outcome: 'queuedAgain', why, runId },
    { queue: 'arrivals', messageId: 'm2', outcome: 'dropped', why: 'its run has ended', runId: other },
    { queue: 'batches', messageId: 'm3', outcome: 'kept', why: 'it cannot be read' },
  ];
  it.each([
    ['redrive', { counts: { queuedAgain: 1, dropped: 1, kept: 1 }, letters, more: true }],
    ['redrive-none', { counts: { queuedAgain: 0, dropped: 0, kept: 0 }, letters: [], more: false }],
  ])('reads well: %s', (name, answer) => holds(name, 'redrive', { answer: () => json(answer) }));
});

/** Everything that can be missing at once. */
const lacking: Differs = {
  'GET /v2/email/identities/flow%40example.com': notFound,
  'GET /v2/email/account': json({ SendingEnabled: true }),
  'POST GetTopicAttributes': attributes({ SubscriptionsConfirmed: 1, SubscriptionsPending: 1 }),
  'POST Team': attributes({}),
  'GET /2016-08-19/account-settings': executions(5),
  'GET /2015-03-31/event-source-mappings/uuid-1': mapping('Disabled'),
  'GET /schedules/sweep': scheduleDenied,
  'GET notification': notifications('inbox/'),
};

describe('the doctor', () => {
  const line = 'doctor --stack Flow';
  const env = () => {
    const { SLUICE_STACK: _stack, ...others } = stackEnv(system);
    return others;
  };
  it('reads well where nothing is missing', async () => {
    deployed(system);
    await holds('doctor', line, { env: env() });
  });
  it('reads well where everything is missing', async () => {
    const topics = { adopted: 'arn:aws:sns:eu-west-1:1:Team', adoptedTable: 'restored' };
    deployed(system, lacking, { dead: 2, ...topics, hasToken: false });
    await holds('doctor-missing', line, { status: 1, env: env() });
  });
  it('reads well on this machine', () =>
    holds('doctor-here', 'doctor', {
      status: 1,
      answer: ({ path }) =>
        path.startsWith('/history')
          ? json({ runs: [] })
          : json({ ok: false, error: { code: 'unauthorized', message: 'Unknown token.' } }),
    }));
});

describe('the audit log', () => {
  const hashes: Steady = [[/\b[0-9a-f]{64}\b/gu, 'HASH']];
  it('reads well, verified, altered and exported', async () => {
    const history = await auditedRun();
    const runs = [aSummary({ runId: 'run-1', key: '=cmd.csv' })];
    const answer: Answering = ({ path }) => answerAudit(path, history, runs);
    await holds('audit-verify', 'audit verify', { answer });
    await holds('audit-export', 'audit export', { answer, isData: true, steady: hashes });
    const [item] = history.items;
    history.items = [{ subject: 'run', fields: { ...item?.fields, status: 'succeeded' } }];
    history.events = history.events.map((line, n) => (n === 3 ? { ...line, data: { by: 'eve' } } : line));
    await holds('audit-verify-altered', 'audit verify', { status: 1, answer, steady: hashes });
  });

  it('of the control panel reads well', async () => {
    const service = startService();
    await service.newSite();
    const { body } = await service.control('listAuditEvents', { limit: 100 });
    const answers: Readonly<Record<string, object>> = {
      '/control/listSites': { ...body, items: [] },
      '/control/listAuditEvents': body,
    };
    const answer: Answering = ({ path }) => answers[path] && json(answers[path]);
    await holds('audit-verify-panel', 'audit verify --panel', { answer });
  });
});

const client = { schema: 'client', lookup: 'email' };

describe('a schedule', () => {
  const argv = 'schedule nightly.json --data people.xlsx more.csv';
  const example = '../../../examples/scheduled-migration/migrations/people/people.xlsx';
  const data = async (definition: object) => {
    await copyFile(new URL(example, import.meta.url), join(system.cwd, 'people.xlsx'));
    await system.write('more.csv', 'Name,E-mail\nAda,ada@example.com\n');
    await system.write('nightly.json', definition);
  };
  const people = { file: 'migrations/people/people.xlsx' };
  const more = { file: 'migrations/people/more.csv', ...client };

  it('reads well', async () => {
    const steps = [{ ...people, ...client, sheet: 'Clients' }, more];
    await data({ steps, schedule: 'cron(30 2 * * ? *)', timeZone: 'Europe/Berlin' });
    await holds('schedule', argv);
    await data({ steps });
    await holds('schedule-by-hand', 'schedule nightly.json');
  });

  it('reads well with every mistake at once', async () => {
    const profile = Buffer.from('{ "schema": "client", "lookup": "emial" }');
    system.objects.set('drops/profiles/members.json', profile);
    await data({
      steps: [
        { ...people, ...client, sheet: 'Cleints' },
        { ...people, sheet: 'Roles', profile: 'member' },
        { file: 'migrations/more.csv', lookup: 'email' },
        { ...people, profile: 'members' },
        { ...people, ...client, lookup: 'emial', sheet: 'Clients' },
        { file: 'migrations/old/people.XLS', ...client, name: 'Members' },
        { ...more, sheet: 'Clients', name: 'Members' },
      ],
      ifRunning: 'wait',
      schedule: 'cron(0 0 30 2 ? *)',
      timeZone: 'Europe/Berln',
    });
    await holds('schedule-wrong', argv, { status: 2 });
  });
});

describe('the history of a record', () => {
  const by = 'token key-1 (the flow)';
  const change = { version: 2, date: at, action: 'update', changes: { cellPhone: ['07 1', '07 2'] } };
  const created = { version: 1, date: at, action: 'create', changes: { name: [null, 'Ann'] } };
  const items = [
    { ...change, importId: 'i1', valuesSha256: 'f00', number: 1, by, from: '192.0.2.7' },
    { ...created, operation: 'saveUsers', by, from: '192.0.2.7' },
  ];
  const answer: Answering = (seen) => {
    const record = { schema: 'client', id: 'r1', deleted: false, version: 2 };
    if (seen.path.endsWith('/recordHistory')) return json({ ok: true, record, items, end: 'began' });
    if (seen.path.includes('/rows?')) return json({ rows: [7], valuesSha256: 'f00' });
    return seen.path.startsWith('/history') ? json({ runs: [aSummary()] }) : panel(seen);
  };
  it('reads well', () => holds('history', 'history client ann@example.com', { answer }));

  it('reads well as the changes of a time, with what is not shown', async () => {
    const changed = { ...change, id: 'r1', schema: 'client', number: 1 };
    const imported = { importId: 'i1', date: at, by, state: 'kept', valuesSha256: 'f00' };
    const altered = { ...imported, importId: 'i0', state: 'altered', records: [] };
    const gone = { ...altered, importId: 'i9', state: 'gone' };
    const listed = [
      { ...imported, records: [changed, { id: 'r2', schema: 'user', number: 2, erased: true }] },
      altered,
      gone,
    ];
    const ofTime: Answering = (seen) => {
      if (seen.path.endsWith('/listChanges')) return json({ ok: true, items: listed });
      if (seen.path.includes('/rows?')) return json({ records: [['r1', [7]]], valuesSha256: 'f00' });
      return answer(seen);
    };
    await holds('audit-changes', 'audit changes --since 2026-03-01', { answer: ofTime, isData: true });
  });
});

it('the answer of npm start reads well', async () => {
  const places = JSON.parse(await system.read('.sluice/local.json')) as Parameters<
    typeof localText
  >[0]['running']['addresses'];
  const running = { addresses: places, stop: async () => undefined };
  const started = {
    running,
    localJson: '/home/ana/sluice/.sluice/local.json',
    milliseconds: 900,
    consoleUrl: 'http://sluice.localhost:40001/#key=1',
  };
  const stdout = `${laidOut(localText(started))}\n`;
  const steady: Steady = [[system.origin, 'http://127.0.0.1:40000']];
  await holdsGolden('local', 'local', { status: 0, stdout, stderr: '', steady });
});
