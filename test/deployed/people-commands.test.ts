import { applies, type Access, type Permission } from '@sluice/local/iam';
import { beforeEach, describe, expect, it } from 'vitest';
import { peoplePermissions } from '../../infra/testing/people.ts';
import { awsError, fakeStack, stackEnv } from '../../packages/cli/src/testing/fake-stack.ts';
import { fakeSystem, json, type FakeAnswer, type Seen } from '../../packages/cli/src/testing/fake-system.ts';
import { aRun, aSummary } from '../../packages/cli/src/testing/run-builder.ts';
import { listing, s3Accesses } from '../../packages/local/src/iam/s3-requests.ts';

const system = fakeSystem();
const id = 'abcdefghijklmnopqrstuvwxyz';
const client = { schema: 'client', lookup: 'email' };
const at = '2026-03-01T07:00:00.000Z';
const start = {
  ...{ migrationId: 'm'.repeat(26), name: 'nightly', scheduledAt: at, startedBy: 'ana', status: 'succeeded' },
  ...{ dryRun: false, notice: { state: 'sent' }, steps: [] },
};
const record = { id: 'r1', schema: 'client', deleted: false, version: 1 };
const proposal = { profile: { ...client, columns: { Mail: 'email' } }, choices: [] };

/** Everybody who uses the command line; `Dropper` is of the folder `client/email`. */
type Who = 'Reader' | 'Approver' | 'Dropper' | 'ProfileKeeper' | 'MigrationKeeper' | 'Caller' | 'Auditor';

/** What docs/deploying.md says of those who have no output. */
const documented: Partial<Record<Who, readonly Access[]>> = {
  Caller: [{ action: 'secretsmanager:GetSecretValue', resource: 'Secret' }],
  Auditor: [
    ...['GET/runs', 'GET/runs/*', 'GET/migrations', 'GET/migrations/*', 'GET/seals', 'GET/seals/*'].map(
      (route) => ({ action: 'execute-api:Invoke', resource: `History/$default/${route}` }),
    ),
    ...['listAuditEvents', 'listWrites', 'recordHistory', 'listChanges', 'listSites'].map((operation) => ({
      action: 'execute-api:Invoke',
      resource: `Control/$default/POST/control/${operation}`,
    })),
  ],
};

/** The permissions of a person, with the names of this place. */
function permissionsOf(who: readonly Who[]): Permission[] {
  const outputs = ['CommandLine', ...who].map((name) => `BulkImportStack.${name}Policy`);
  const ofOutputs = peoplePermissions.filter(({ holder }) => outputs.includes(holder));
  return [
    ...ofOutputs.map((one) => ({ ...one, resource: hereOf(one.resource) })),
    ...who.flatMap((name) => documented[name] ?? []).map((one) => ({ effect: 'Allow' as const, ...one })),
  ];
}

function hereOf(arn: string): string {
  return arn
    .replace(/^<Drops\w+\.Arn>/u, 'arn:aws:s3:::drops')
    .replace(/^<Files\w+\.Arn>/u, 'arn:aws:s3:::files')
    .replace(/^arn:\S*:cloudformation:\S*$/u, 'Stack')
    .replace(/^arn:\S*:execute-api:\S*:<HistoryFront\w+>/u, 'History')
    .replace('FOLDER', 'client/email');
}

/** What IAM checks for a request. */
function accessesOf({ method, path, headers, body }: Seen): readonly Access[] {
  const { pathname, searchParams: query } = new URL(path, 'http://x');
  const [, part, bucket = '', ...key] = decodeURIComponent(pathname).split('/');
  if (part === 's3') return s3Accesses({ method, bucket, key: key.join('/'), query, headers });
  if (part === 'history')
    return [{ action: 'execute-api:Invoke', resource: `History/$default/${method}${pathname.slice(8)}` }];
  if (part === 'control')
    return [{ action: 'execute-api:Invoke', resource: `Control/$default/${method}${pathname}` }];
  if (headers['x-amz-target'] === 'secretsmanager.GetSecretValue')
    return [{ action: 'secretsmanager:GetSecretValue', resource: 'Secret' }];
  return body.includes('Action=DescribeStacks')
    ? [{ action: 'cloudformation:DescribeStacks', resource: 'Stack' }]
    : [];
}

/** The refusal of AWS; undefined if these permissions suffice. */
function refusal(seen: Seen, permissions: readonly Permission[]): FakeAnswer | undefined {
  const may = (access: Access) => permissions.some((one) => applies(one, access));
  const [, part, bucket = '', ...key] = decodeURIComponent(seen.path.replace(/\?.*/u, '')).split('/');
  const isRead = part === 's3' && ['GET', 'HEAD'].includes(seen.method) && key.join('') !== '';
  // S3 says that there is no such object only to those who may list the whole bucket.
  const isHidden = isRead && !system.objects.has([bucket, ...key].join('/')) && !may(listing(bucket));
  if (!isHidden && accessesOf(seen).every(may)) return undefined;
  const xml = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
  if (part === 's3') return { status: 403, body: xml, headers: { 'content-type': 'application/xml' } };
  return part === 'aws'
    ? awsError('AccessDenied', 'not authorized to perform it')
    : json({ message: 'Forbidden' }, 403);
}

function answer({ method, path }: Seen): FakeAnswer | undefined {
  const [place = ''] = path.split('?');
  const [, part, kind, named = ''] = place.split('/');
  if (part === 'service') return json({ ok: true, meta: {}, hasMore: false, items: [record] });
  if (part === 'control' && kind === 'listSites')
    return json({ ok: true, items: [{ siteId: 's1', name: 'Acme' }] });
  if (part === 'control' && kind === 'listChanges') {
    const changed = { importId: 'i1', date: null, state: 'gone', records: [] };
    return json({ ok: true, items: [changed] });
  }
  if (part === 'control') return json({ ok: true, record, items: [{ importId: 'i1' }], end: 'began' });
  if (kind === 'migrations' && named === '') return json([{ name: 'nightly', lastStart: start }]);
  if (kind === 'migrations') return json(named === 'nightly' && method === 'GET' ? [start] : start);
  if (place.endsWith('/rows')) return json({ rows: [2], records: [] });
  if (kind === 'runs' && named === '') return json({ runs: [aSummary()] });
  if (named === start.migrationId) return json({ error: { code: 'not_found', message: 'none' } }, 404);
  return json(aRun({ ...(named === id && { proposal }), runId: named, resultKey: 'runs/1/results/a.csv' }));
}

beforeEach(async () => {
  fakeStack(system, { answer });
  await system.write('a.csv', 'Name,E-mail\nAda,ada@example.com\n');
  await system.write('clients.csv', 'Name,E-mail\nAda,ada@example.com\n');
  await system.write('county.json', client);
  await system.write('nightly.json', { steps: [{ file: 'migrations/clients.csv', profile: 'county' }] });
  const profile = Buffer.from(JSON.stringify(client));
  system.objects.set('drops/profiles/county.json', profile);
  system.objects.set('drops/migrations/nightly.json', Buffer.from('{"steps":[]}'));
  system.objects.set('drops/inbox/client/email/new clients.csv', Buffer.from('Mail\nada@example.com\n'));
  system.objects.set('files/runs/1/results/a.csv', Buffer.from('result'));
});

/** What people run, by their policies; with how it ends, if not well. */
const commands: [who: Who[], lines: (string | [line: string, status: number])[]][] = [
  // Readers may not see migrations, of which an id may also be the beginning.
  [['Reader'], ['runs', `run ${id} --result out.csv`, 'watch abcdefgh', `watch ${id}`]],
  [['Approver'], [`approve ${id} --plan 3f9c2b7a41d0`]],
  [['Dropper', 'Reader'], ['drop a.csv --schema client --lookup email']],
  [
    ['ProfileKeeper'],
    [
      'profiles',
      'profiles pause county',
      'profiles rm county',
      ['profiles rm nobody', 2],
      'profile county.json',
      'template --profile county',
      ['template --profile nobody', 2],
      'plan a.csv --profile county',
    ],
  ],
  [
    ['MigrationKeeper'],
    [
      'watch mmmmmmmm',
      `watch ${start.migrationId}`,
      'migrations',
      'migrations nightly',
      'migrations pause nightly',
      'migrations rm nightly',
      ['migrations rm nothing', 2],
      'schedule nightly.json --data clients.csv',
      'migrate nightly',
    ],
  ],
  [['Caller'], ['export --schema client', 'call getUsers']],
  [['Auditor'], ['history client r1 --site Acme', 'audit changes --since 7d --site Acme']],
  // It needs no stack.
  [[], ['template --schema client']],
];

const cases = commands.flatMap(([who, lines]) =>
  lines.map((one) => {
    const [line, status] = typeof one === 'string' ? [one, 0] : one;
    return { line, who, status };
  }),
);

describe('on a stack, a person with the policies of its outputs', () => {
  it.each(cases)('runs `$line` as $who', async ({ line, who, status }) => {
    const permissions = permissionsOf(who);
    system.gate = (seen) => refusal(seen, permissions);
    const { stderr } = await system.ends(`${line} --stack Flow`, { status }, { env: stackEnv(system) });
    expect(stderr).not.toMatch(/AWS does not allow it|Forbidden/u);
  });

  it.each(cases.filter(({ who }) => who.length > 0))('cannot run `$line` without them', async ({ line }) => {
    const permissions = permissionsOf([]);
    system.gate = (seen) => refusal(seen, permissions);
    await system.ends(`${line} --stack Flow`, { status: 4 }, { env: stackEnv(system) });
  });

  it('accepts a proposal as keeper of profiles, reader, and dropper of the folder', async () => {
    const folder = permissionsOf(['ProfileKeeper', 'Reader', 'Dropper']).map((one) => ({
      ...one,
      resource: one.resource.replace('inbox/client/email/', 'inbox/client-email/'),
    }));
    system.gate = (seen) => refusal(seen, folder);
    await system.ends(`accept ${id} --stack Flow`, {}, { env: stackEnv(system) });
    expect(system.objects.has('drops/profiles/client-email.json')).toBe(true);
  });
});
