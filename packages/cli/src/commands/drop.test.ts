import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runIdOf } from '@sluice/ledger';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { json, startFakeSystem } from '../testing/fake-system.ts';
import type { FakeAnswer, FakeSystem } from '../testing/fake-system.ts';
import { aRun } from '../testing/run-builder.ts';

const sheet = 'Name,E-mail\r\nAda,ada@example.com\r\n';
const key = 'inbox/client/email/new clients.csv';
const versionId = `version-of-drops/${key}`;
const runId = runIdOf({ bucket: 'drops', key, versionId });
/** The run as the history answers it. */
const told = (overrides: Parameters<typeof aRun>[0] = {}): FakeAnswer => json(aRun({ runId, ...overrides }));
const dry = { batch: 1, phase: 'dry' as const, importId: 'i1', status: 'succeeded', attempts: 1 };

describe('sluice drop', () => {
  let system: FakeSystem;
  beforeEach(async () => {
    system = await startFakeSystem();
    await writeFile(join(system.cwd, 'new clients.csv'), sheet);
  });
  afterEach(() => system.stop());

  const drop = (...argv: string[]) =>
    runCaptured(['drop', 'new clients.csv', '--schema', 'client', '--lookup', 'email', ...argv], {
      cwd: system.cwd,
    });

  /** Answers the history's questions one after the other; the last answer stays. */
  const answers = (...list: (FakeAnswer | undefined)[]): void => {
    system.answer = () => (list.length > 1 ? list.shift() : list[0]);
  };

  it('puts the bytes into the inbox folder of schema and lookup, under the name of the file', async () => {
    answers(told());
    const { status } = await drop();
    expect(status).toBe(0);
    expect(Buffer.from(system.objects.get(`drops/${key}`) ?? []).toString('utf8')).toBe(sheet);
  });

  it('says with --again that the content is to be imported although it was before', async () => {
    answers(told());
    await drop('--again');
    const uploads = system.seen.filter(({ method }) => method === 'PUT');
    expect(uploads.map(({ headers }) => headers['x-amz-meta-sluice-again'])).toEqual(['true']);
  });

  it('says in the metadata of the object who dropped it, in ASCII', async () => {
    answers(told());
    const env = { SLUICE_USER: 'Zo\u00eb Smith' };
    const argv = ['drop', 'new clients.csv', '--schema', 'client', '--lookup', 'email'];
    await runCaptured(argv, { cwd: system.cwd, env });
    const upload = system.seen.find(({ method }) => method === 'PUT');
    expect(upload?.headers['x-amz-meta-sluice-dropped-by']).toBe('Zo%C3%AB%20Smith');
  });

  it('covers what it says of the dropper with the signature of the upload', async () => {
    answers(told());
    await drop();
    const upload = system.seen.find(({ method }) => method === 'PUT');
    const signed = /SignedHeaders=([^,]+)/u.exec(String(upload?.headers['authorization']))?.[1]?.split(';');
    expect(signed).toContain('x-amz-meta-sluice-dropped-by');
  });

  it('names on AWS the owner of the credentials as STS knows them, and drops the file even where STS refuses', async () => {
    const [id, arn] = ['AIDAEXAMPLE', 'arn:aws:iam::123456789012:user/ana'];
    const sts: FakeAnswer[] = [
      {
        status: 200,
        body: `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>${arn}</Arn><UserId>${id}</UserId></GetCallerIdentityResult></GetCallerIdentityResponse>`,
        headers: { 'content-type': 'text/xml' },
      },
    ];
    system.answer = ({ path }) =>
      path.startsWith('/sts')
        ? (sts.shift() ?? {
            status: 403,
            body: '<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>',
          })
        : told();
    const { s3 } = JSON.parse(await readFile(join(system.cwd, '.sluice', 'local.json'), 'utf8'));
    const world = { cwd: system.cwd, env: { AWS_ENDPOINT_URL_STS: new URL('/sts', s3.endpoint).href } };
    const argv = ['drop', 'new clients.csv', '--schema', 'client', '--lookup', 'email'];
    expect((await runCaptured(argv, world)).status).toBe(0);
    const asked = system.seen.find(({ path }) => path.startsWith('/sts'));
    expect(asked).toMatchObject({
      method: 'POST',
      body: expect.stringContaining('Action=GetCallerIdentity'),
    });
    expect(asked?.headers['authorization']).toContain('/us-east-1/sts/aws4_request');
    const refused = await runCaptured(argv, world);
    expect(refused).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('AWS did not name the owner of these credentials (no)'),
    });
    const uploads = system.seen.filter(({ method }) => method === 'PUT');
    expect(uploads[0]?.headers).toMatchObject({
      'x-amz-meta-sluice-caller-id': id,
      'x-amz-meta-sluice-caller-arn': encodeURIComponent(arn),
    });
    expect(uploads[1]?.headers).not.toHaveProperty('x-amz-meta-sluice-caller-id');
  });

  it('follows the run that the object version names', async () => {
    answers(told());
    await drop();
    expect(
      system.seen.filter(({ path }) => path.startsWith('/history')).map(({ path }) => path),
    ).toStrictEqual([`/history/runs/${runId}`]);
  });

  it('tells its progress in plain lines on stderr where there is no terminal', async () => {
    const moving = { submissions: [], resultKey: null, finishedAt: null };
    answers(
      undefined,
      told({ ...moving, status: 'reading', counts: {} }),
      told({ ...moving, status: 'checking', submissions: [{ ...dry, status: 'accepted' }] }),
      told({
        ...moving,
        status: 'importing',
        submissions: [dry, { ...dry, phase: 'real', status: 'sending' }],
      }),
      told(),
    );
    const { stderr } = await drop();
    expect(stderr.split('\n')).toStrictEqual([
      expect.stringContaining('uploading'),
      `Dropped new clients.csv as ${key}; run ${runId}.`,
      '  0% uploaded, its run begins',
      '  0% reading the sheet',
      '  0% checking (dry run), 0 of 1 batch, 3 rows',
      ' 50% importing, 0 of 1 batch, 3 rows',
      '100% succeeded, 3 rows',
      '',
    ]);
  });

  it('prints the run as the history has it with --format json, and nothing else on stdout', async () => {
    answers(told());
    const { stdout } = await drop('--format', 'json');
    expect(JSON.parse(stdout)).toStrictEqual({ ...aRun(), runId });
  });

  it('names the rows that did not land with their reasons, and ends with 3', async () => {
    const run = { status: 'rejected' as const, counts: { read: 2, failed: 1, notAttempted: 1 } };
    system.objects.set(
      'files/runs/abc/results/new clients.csv',
      Buffer.from(
        'Name,E-mail,Status,Reason,Record id\r\nAda,a,not attempted,,\r\nBob,b,failed,email: an e-mail address,\r\n',
      ),
    );
    answers(told(run));
    const { status, stdout } = await drop();
    expect(status).toBe(3);
    expect(stdout).toContain('2 read: 1 failed, 1 not attempted');
    expect(stdout).toContain('row 3  failed  email: an e-mail address');
    expect(stdout).toContain('Result sheet: s3://files/runs/abc/results/new clients.csv');
  });

  it('saves the result sheet with --result, and tells the outcome even where there is none', async () => {
    answers(told());
    const without = await drop('--result', 'out.csv');
    expect(without).toMatchObject({ status: 1, stderr: expect.stringContaining('has no result sheet') });
    system.objects.set('files/runs/abc/results/new clients.csv', Buffer.from('a,b'));
    await drop('--result', 'out.csv');
    expect(await readFile(join(system.cwd, 'out.csv'), 'utf8')).toBe('a,b');
  });

  it.each([['.'], ['no such folder/out.csv'], ['new clients.csv/out.csv']])(
    'refuses --result %s before anything is uploaded',
    async (file) => {
      const { status, stderr } = await drop('--result', file);
      expect(status).toBe(2);
      expect(stderr).toContain(`--result ${file}: expected a file that can be written`);
      expect(system.objects.size + system.seen.length).toBe(0);
    },
  );

  it('leaves alone what is at the place of --result until there is a result sheet', async () => {
    await writeFile(join(system.cwd, 'out.csv'), 'mine');
    answers(told());
    await drop('--result', 'out.csv');
    expect(await readFile(join(system.cwd, 'out.csv'), 'utf8')).toBe('mine');
    await drop('--result', 'new.csv');
    await expect(readFile(join(system.cwd, 'new.csv'))).rejects.toThrow('ENOENT');
  });

  it('shows the name of a file on one line, without what could steer the terminal', async () => {
    const name = 'new\r\n\u001B[2Jclients.csv';
    await writeFile(join(system.cwd, name), sheet);
    const argv = ['drop', name, '--schema', 'client', '--lookup', 'email', '--no-wait'];
    const { stdout } = await runCaptured(argv, { cwd: system.cwd });
    expect(stdout.split('\n')[0]).toBe('Dropped as inbox/client/email/new\uFFFD\uFFFD\uFFFD[2Jclients.csv.');
  });

  it('waits for the result sheet of a run that has ended', async () => {
    answers(told({ resultKey: null }), told({ resultKey: null }), told());
    expect((await drop()).stdout).toContain('s3://files/runs/abc/results/new clients.csv');
  });

  it.each(['needs_decision', 'awaiting_approval'] as const)(
    'stops at %s, which waits for a person, with 3',
    async (status) => {
      answers(told({ status, resultKey: null }));
      expect(await drop()).toMatchObject({
        status: 3,
        stdout: expect.stringContaining(status.replace('_', ' ')),
      });
    },
  );

  it('goes on when the history does not answer for a while', async () => {
    answers(json('starting', 503), told());
    expect(await drop()).toMatchObject({ status: 0 });
  });

  it('finds a system again that was killed and came back elsewhere', async () => {
    const restarted = await startFakeSystem();
    restarted.answer = () => told();
    system.answer = () => {
      void copyFile(join(restarted.cwd, '.sluice/local.json'), join(system.cwd, '.sluice/local.json')).then(
        system.die,
      );
      return told({ status: 'importing', resultKey: null });
    };
    const { status, stderr } = await drop();
    await restarted.stop();
    expect(status).toBe(0);
    expect(stderr).toContain('100% succeeded');
  });

  it('stops following when it is interrupted, says that the run goes on, and ends with 130', async () => {
    const interrupt = new AbortController();
    system.answer = () => {
      interrupt.abort();
      return told({ status: 'importing', resultKey: null });
    };
    const argv = ['drop', 'new clients.csv', '--schema', 'client', '--lookup', 'email'];
    const { status, stderr } = await runCaptured(argv, { cwd: system.cwd, signal: interrupt.signal });
    expect(status).toBe(130);
    expect(stderr).toContain(`the run goes on. See it with: sluice run ${runId}`);
  });

  it('ends at once with --no-wait, saying which run it is', async () => {
    const { status, stdout } = await drop('--no-wait', '--format', 'json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toStrictEqual({ runId, key, versionId });
    expect(system.seen.some(({ path }) => path.startsWith('/history'))).toBe(false);
  });

  it('says so when no run begins', async () => {
    answers(undefined);
    expect(await drop()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has not begun within 10 minutes'),
    });
  });

  it.each([
    [['nothing.csv', '--schema', 'client', '--lookup', 'email'], 'there is no such file'],
    [['.sluice', '--schema', 'client', '--lookup', 'email'], 'is not a file'],
    [
      ['new clients.csv', '--schema', 'cliente', '--lookup', 'email'],
      'there is no such schema. Expected one of: client',
    ],
    [['new clients.csv', '--schema', 'client', '--lookup', 'shoe'], 'a client is not found by that'],
    [['new clients.csv', '--profile', 'client'], 'not the name of a schema'],
  ])('refuses %j before anything is uploaded', async (argv, words) => {
    const { status, stderr } = await runCaptured(['drop', ...argv], { cwd: system.cwd });
    expect(status).toBe(2);
    expect(stderr).toContain(words);
    expect(system.seen).toStrictEqual([]);
  });

  it('never prints a secret', async () => {
    answers(told());
    const { stdout, stderr } = await drop();
    expect(stdout + stderr).not.toMatch(/secret-\d/);
  });
});
