import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runIdOf } from '@sluice/ledger';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ending, Surroundings } from '../testing/captured.ts';
import { fakeStack, stackEnv } from '../testing/fake-stack.ts';
import { fakeSystem, json, type FakeAnswer } from '../testing/fake-system.ts';
import { aRun } from '../testing/run-builder.ts';

const sheet = 'Name,E-mail\r\nAda,ada@example.com\r\n';
const key = 'inbox/client/email/new clients.csv';
const versionId = `version-of-drops/${key}`;
const runId = runIdOf({ bucket: 'drops', key, versionId });
const resultSheet = 'files/runs/abc/results/new clients.csv';
/** The run as the history answers it. */
const answered = (overrides: Parameters<typeof aRun>[0] = {}): FakeAnswer =>
  json(aRun({ runId, ...overrides }));

const [system, restarted] = [fakeSystem(), fakeSystem()];
beforeEach(() => system.write('new clients.csv', sheet));
const client = ['--schema', 'client', '--lookup', 'email'];
const drop = (options = '', ending: Ending = {}, more: Partial<Surroundings> = {}) =>
  system.ends(['drop', 'new clients.csv', ...client, ...options.split(' ').filter(Boolean)], ending, more);
const putHeaders = () => system.seen.filter(({ method }) => method === 'PUT').map(({ headers }) => headers);

describe('sluice drop', () => {
  beforeEach(() => system.answers(answered()));

  it('puts the bytes into the inbox folder of schema and lookup, under the name of the file', async () => {
    await drop();
    expect(Buffer.from(system.objects.get(`drops/${key}`) ?? []).toString('utf8')).toBe(sheet);
  });

  it('names with --corrects the run whose file it corrects', async () => {
    await drop(`--corrects ${'a'.repeat(26)}`);
    expect(putHeaders()).toMatchObject([{ 'x-amz-meta-sluice-corrects': 'a'.repeat(26) }]);
  });

  it('marks the object with --again, so that the same content is imported again', async () => {
    await drop('--again');
    expect(putHeaders()).toMatchObject([{ 'x-amz-meta-sluice-again': 'true' }]);
  });

  it('writes the dropper to the metadata of the object, in ASCII, and signs it', async () => {
    await drop('', {}, { env: { SLUICE_USER: 'Zo\u00eb Smith' } });
    const [headers] = putHeaders();
    expect(headers?.['x-amz-meta-sluice-dropped-by']).toBe('Zo%C3%AB%20Smith');
    const signed = /SignedHeaders=([^,]+)/u.exec(String(headers?.['authorization']))?.[1]?.split(';');
    expect(signed).toContain('x-amz-meta-sluice-dropped-by');
  });

  it('names the owner of AWS credentials as STS knows them, and drops the file even if STS refuses', async () => {
    const [id, arn] = ['AIDAEXAMPLE', 'arn:aws:iam::123456789012:user/ana'];
    const caller: FakeAnswer = {
      status: 200,
      body: `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>${arn}</Arn><UserId>${id}</UserId></GetCallerIdentityResult></GetCallerIdentityResponse>`,
      headers: { 'content-type': 'text/xml' },
    };
    const denied: FakeAnswer = {
      status: 403,
      body: '<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>',
    };
    const sts = [caller];
    fakeStack(system, {
      answer: ({ path }) => (path.startsWith('/sts') ? (sts.shift() ?? denied) : answered()),
    });
    const env = { ...stackEnv(system), AWS_ENDPOINT_URL_STS: `${system.origin}/sts` };
    await drop('', {}, { env });
    const request = system.seen.find(({ path }) => path.startsWith('/sts'));
    expect(request?.method).toBe('POST');
    expect(request?.body).toContain('Action=GetCallerIdentity');
    expect(request?.headers['authorization']).toContain('/eu-west-1/sts/aws4_request');
    await drop('', { stderr: 'AWS did not name the owner of these credentials (no)' }, { env });
    const [known, unknown] = putHeaders();
    const callerArn = encodeURIComponent(arn);
    expect(known).toMatchObject({
      'x-amz-meta-sluice-caller-id': id,
      'x-amz-meta-sluice-caller-arn': callerArn,
    });
    expect(unknown).not.toHaveProperty('x-amz-meta-sluice-caller-id');
  });

  it('follows the run that the object version names', async () => {
    await drop();
    const paths = system.seen.map(({ path }) => path).filter((path) => path.startsWith('/history'));
    expect(paths).toStrictEqual([`/history/runs/${runId}?limit=0`, `/history/runs/${runId}?`]);
  });

  it('prints the run as the history has it with --format json, and nothing else on stdout', async () => {
    const { stdout } = await drop('--format json');
    expect(JSON.parse(stdout)).toStrictEqual({ ...aRun(), runId });
  });

  it('saves the result sheet with --result, and prints the outcome even where there is none', async () => {
    await drop('--result out.csv', { status: 1, stderr: 'has no result sheet' });
    system.objects.set(resultSheet, Buffer.from('a,b'));
    const { stdout } = await drop('--result out.csv');
    expect(await system.read('out.csv')).toBe('a,b');
    expect(stdout).not.toContain('--result');
    await drop('', { stdout: `npx sluice run ${runId} --result "result of new clients.csv"` });
  });

  it.each(['.', 'no such folder/out.csv', 'new clients.csv/out.csv'])(
    'refuses --result %s before anything is uploaded',
    async (file) => {
      const argv = ['drop', 'new clients.csv', ...client, '--result', file];
      await system.ends(argv, { status: 2, stderr: `--result ${file}: expected a file that can be written` });
      expect(system.objects.size + system.seen.length).toBe(0);
    },
  );

  it('replaces no file by --result, and uploads nothing; an empty one stays until there is a result sheet', async () => {
    await system.write('out.csv', 'mine');
    const argv = ['drop', 'new clients.csv', ...client, '--result', 'out.csv'];
    await system.ends(argv, { status: 2, stderr: '--result out.csv: there is another file of this name' });
    expect(system.objects.size + system.seen.length).toBe(0);
    expect(await system.read('out.csv')).toBe('mine');
    await system.write('empty.csv', '');
    await drop('--result empty.csv', { status: 1 });
    await drop('--result new.csv', { status: 1 });
    await expect(system.read('new.csv')).rejects.toThrow('ENOENT');
    system.objects.set(resultSheet, Buffer.from('a,b'));
    await drop('--result empty.csv');
    expect(await system.read('empty.csv')).toBe('a,b');
  });

  it('shows the name of a file on one line, without control characters', async () => {
    const name = 'new\r\n\u001B[2Jclients.csv';
    await system.write(name, sheet);
    const { stdout } = await system.sluice(['drop', name, ...client, '--no-wait']);
    expect(stdout.split('\n')[0]).toBe('Dropped as inbox/client/email/new\uFFFD\uFFFD\uFFFD[2Jclients.csv.');
  });

  it('waits for the result sheet of a run that has ended', async () => {
    system.answers(answered({ resultKey: null }), answered({ resultKey: null }), answered());
    await drop('', { stdout: 's3://files/runs/abc/results/new clients.csv' });
  });

  it('waits for the sheet with what is unknown, which comes before the mail of a run that asks', async () => {
    const asks = { status: 'needs_decision', resultKey: null } as const;
    system.answers(
      answered({ ...asks, emails: { state: 'intended' } }),
      answered({ ...asks, emails: { state: 'sent' }, resultKey: 'runs/abc/results/asked.csv' }),
    );
    await drop('', { status: 3, stdout: 's3://files/runs/abc/results/asked.csv' });
  });

  it.each(['needs_decision', 'awaiting_approval'] as const)(
    'stops at %s, which waits for a person, with 3',
    async (status) => {
      system.answers(answered({ status, resultKey: null }));
      await drop('', { status: 3, stdout: /^Waiting for (?:approval|a decision)/u });
    },
  );

  it('goes on when the history does not answer for a while', async () => {
    system.answers(json('starting', 503), answered());
    await drop();
  });

  it('finds a system again that was killed and restarted on another port', async () => {
    restarted.answers(answered());
    const localJson = ({ cwd }: { cwd: string }) => join(cwd, '.sluice/local.json');
    system.answer = () => {
      void copyFile(localJson(restarted), localJson(system)).then(system.die);
      return answered({ status: 'importing', resultKey: null });
    };
    await drop('', { stderr: '100% succeeded' });
  });

  it('stops following when it is interrupted, reports that the run continues, and ends with 130', async () => {
    const interrupt = new AbortController();
    system.answer = () => {
      interrupt.abort();
      return answered({ status: 'importing', resultKey: null });
    };
    const stderr = `the run goes on. Follow it again with: npx sluice watch ${runId}`;
    await drop('', { status: 130, stderr }, { signal: interrupt.signal });
  });

  it('ends at once with --no-wait, and names the run', async () => {
    const { stdout } = await drop('--no-wait --format json');
    expect(JSON.parse(stdout)).toStrictEqual({ runId, key, versionId });
    expect(system.seen.some(({ path }) => path.startsWith('/history'))).toBe(false);
  });

  it('reports that no run begins', async () => {
    system.answers(undefined);
    await drop('', { status: 1, stderr: 'has not begun within 10 minutes' });
  });

  it.each([
    [['.sluice', ...client], 'is not a file'],
    [['empty.csv', ...client], 'empty.csv is empty'],
    [['new clients.csv', '--schema', 'county', '--lookup', 'email'], 'Expected one of: client, professional'],
    [['new clients.csv', '--profile', 'client'], 'not the name of a schema'],
  ])('refuses %j before anything is uploaded', async (argv, stderr) => {
    await system.write('empty.csv', '');
    await system.ends(['drop', ...argv], { status: 2, stderr });
    expect(system.seen).toStrictEqual([]);
  });

  it('refuses a profile that the system does not have before anything is uploaded', async () => {
    const dropped = (ending: Ending) => system.ends('drop clients.csv --profile county', ending);
    await system.write('clients.csv', sheet);
    await dropped({ status: 2, stderr: '--profile county: the running system has no such profile' });
    expect(system.uploads()).toEqual([]);
    system.objects.set('drops/profiles/county.json', Buffer.from('{}'));
    await dropped({});
    expect(system.uploads()).toEqual(['/s3/drops/inbox/county/clients.csv']);
  });

  it.each([
    ['Bexar', '/s3/drops/inbox/county/Bexar/clients.csv'],
    ['2026/Bexar/', '/s3/drops/inbox/county/2026/Bexar/clients.csv'],
  ])('uploads with --folder %s to that folder of the profile', async (below, key) => {
    await system.write('clients.csv', sheet);
    system.objects.set('drops/profiles/county.json', Buffer.from('{}'));
    await system.ends(['drop', 'clients.csv', '--profile', 'county', '--folder', below], {});
    expect(system.uploads()).toEqual([key]);
  });

  it.each([
    ['../other', ['--profile', 'county'], 'expected the name of a folder'],
    ['', ['--profile', 'county'], 'expected the name of a folder'],
    ['Bexar', client, '--folder is for a profile'],
  ])('refuses --folder "%s" with %j before anything is uploaded', async (below, where, stderr) => {
    await system.ends(['drop', 'new clients.csv', ...where, '--folder', below], { status: 2, stderr });
    expect(system.uploads()).toEqual([]);
  });

  it('uploads with any profile for a person who may upload, but not read profiles', async () => {
    await system.write('clients.csv', sheet);
    system.denied.add('drops/profiles/county.json');
    await system.ends('drop clients.csv --profile county', {});
    expect(system.uploads()).toEqual(['/s3/drops/inbox/county/clients.csv']);
  });

  it('never prints a secret', async () => {
    const { stdout, stderr } = await drop();
    expect(stdout + stderr).not.toMatch(/secret-\d/);
  });
});
