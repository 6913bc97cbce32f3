import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { awsError, fakeStack, stackEnv, token, wholeOutputs } from '../testing/fake-stack.ts';
import { fakeSystem, json, type FakeAnswer } from '../testing/fake-system.ts';
import { aRun } from '../testing/run-builder.ts';

// Its folder also has a local.json, which must not win.
const system = fakeSystem();
beforeEach(() => fakeStack(system));

const seenAt = (start: string) => system.seen.filter(({ path }) => path.startsWith(start));
const headersAt = (start: string) => seenAt(start).map(({ headers }) => headers);
const signedFor = (service: string) => ({
  authorization: expect.stringMatching(
    new RegExp(
      `^AWS4-HMAC-SHA256 Credential=ASIASESSION/\\d{8}/eu-west-1/${service}/aws4_request, .*x-amz-security-token`,
    ),
  ),
  'x-amz-security-token': 'tok/en==',
});
const onStack = (
  argv: string | readonly string[],
  ending: Parameters<typeof system.ends>[1] = {},
  env = {},
) => system.ends(argv, ending, { env: { ...stackEnv(system), ...env } });

describe('a command on a stack', () => {
  it('finds the history by the outputs of the stack, and signs as the session that asks', async () => {
    await onStack('runs --format json');
    expect(seenAt('/aws')[0]?.body).toMatch(/Action=DescribeStacks.*StackName=Flow/u);
    expect(headersAt('/aws')).toMatchObject([signedFor('cloudformation')]);
    expect(headersAt('/history')).toMatchObject([signedFor('execute-api')]);
  });

  it('takes the stack, the region and the profile from options before the environment', async () => {
    await onStack(
      'runs --stack Other --region eu-west-1',
      {},
      { AWS_REGION: 'us-east-1', SLUICE_STACK: 'No' },
    );
    expect(seenAt('/aws')[0]?.body).toContain('StackName=Other');
    expect(headersAt('/history')).toMatchObject([signedFor('execute-api')]);
  });

  it('uploads as the owner of the session, and looks the stack up once, however long the run takes', async () => {
    await system.write('a.csv', 'email\nada@example.com\n');
    const answers = (['checking', 'importing', 'succeeded'] as const).map((status) =>
      json(aRun({ status, ...(status !== 'succeeded' && { resultKey: null }) })),
    );
    fakeStack(system, { answer: () => (answers.length > 1 ? answers.shift() : answers[0]) });
    await onStack('drop a.csv --schema client --lookup email', { stdout: 's3://files/runs/abc/results/' });
    expect(headersAt('/s3/drops/inbox')).toMatchObject([
      { ...signedFor('s3'), 'x-amz-meta-sluice-caller-id': 'AIDAANA' },
    ]);
    expect(headersAt('/history').length).toBeGreaterThan(3);
    expect(seenAt('/aws').filter(({ body }) => body.includes('DescribeStacks'))).toHaveLength(1);
  });

  it('calls the service with the token of the flow, and with another one without reading the secret', async () => {
    await onStack('call getRoles');
    expect(headersAt('/service')).toMatchObject([
      { 'x-api-key': token.apiKey, 'x-api-secret': token.apiSecret },
    ]);
    expect(headersAt('/aws').map((headers) => headers['x-amz-target'])).toContain(
      'secretsmanager.GetSecretValue',
    );
    system.seen.length = 0;
    await onStack(['call', 'getRoles', '{"apiKey":"k","apiSecret":"s"}']);
    expect(headersAt('/aws')).toHaveLength(1);
    expect(headersAt('/service')[0]).not.toHaveProperty('x-api-key');
  });

  it('calls the control panel for the site of that token', async () => {
    const site = { siteId: 's1', name: 'Acme' };
    fakeStack(system, { answer: () => json({ ok: true, site }) });
    await onStack('control listLists');
    expect(headersAt('/control')).toMatchObject([signedFor('execute-api'), signedFor('execute-api')]);
    expect(seenAt('/control').map(({ body }) => JSON.parse(body))).toEqual([
      { apiKey: token.apiKey },
      { siteId: 's1' },
    ]);
  });

  it.each(['runs', 'control listSites'])(
    '`%s` follows no redirect with what proves who asks',
    async (words) => {
      fakeStack(system, { answer: () => ({ status: 307, body: '', headers: { location: '/elsewhere' } }) });
      await onStack(words, { status: 5, stderr: 'does not answer' });
      expect(seenAt('/elsewhere')).toEqual([]);
    },
  );

  it('signs a query as it is sent', async () => {
    await onStack(['runs', '--dropper', 'Zoë (a+b) *']);
    expect(seenAt('/history')[0]?.path).toContain('dropper=Zo%C3%AB%20%28a%2Bb%29%20');
  });

  it('names commands that run on the same stack', async () => {
    fakeStack(system, { answer: () => json(aRun({ status: 'needs_decision', toDecide: [] })) });
    const place = '--stack Flow --region eu-west-1';
    await system.write('a.csv', 'email\nada@example.com\n');
    await onStack(`drop a.csv --schema client --lookup email --no-wait ${place}`, {
      stdout: `Follow it with: npx sluice ${place} watch `,
    });
    await onStack('drop a.csv --schema client --lookup email --no-wait', {
      stdout: 'with: npx sluice watch ',
    });
    const named = [
      'drop',
      'a.csv',
      '--schema',
      'client',
      '--lookup',
      'email',
      '--no-wait',
      '--stack',
      "a $& b's",
    ];
    await onStack(named, { stdout: String.raw`npx sluice --stack 'a $& b'\''s' watch ` });
  });
});

describe('what is missing', () => {
  it.each([
    ['--stack Flow local', '`local` works on this machine only'],
    ['runs --region eu-west-1', 'Expected --stack with its name'],
    ['runs --aws-profile prod', 'Expected --stack with its name'],
  ])('`%s` is refused', async (words, stderr) => {
    await system.ends(words, { status: 2, stderr });
    expect(system.seen).toEqual([]);
  });

  it.each([
    ['runs', 'DropBucket HistoryUrl', 'Flow is not a stack of the flow, or not deployed completely', 5],
    ['runs', 'HistoryUrl', 'Flow has no output HistoryUrl: another version of Sluice deployed it', 5],
    ['control listSites', 'ControlUrl', 'its service has no control panel of ours. Expected --url', 5],
    ['call getRoles', 'ServiceSecretArn', 'Flow has no output ServiceSecretArn', 5],
  ])('`%s` reports that there is no %s', async (words, names, stderr, status) => {
    const outputs = Object.entries(wholeOutputs(system)).filter(([name]) => !names.split(' ').includes(name));
    fakeStack(system, { outputs: Object.fromEntries(outputs) });
    await onStack(words, { status, stderr });
  });

  it.each(['{"apiKey":"not-set-yet","apiSecret":"x"}', 'x'])('the token in %s is none', async (secret) => {
    fakeStack(system, { secret });
    await onStack('call getRoles', { status: 1, stderr: 'has no token yet. Expected { "apiKey"' });
  });

  it.each<[string, FakeAnswer, number, string]>([
    [
      'no stack',
      awsError('ValidationError', 'Stack with id Flow does not exist', 400),
      5,
      'There is no stack Flow in eu-west-1',
    ],
    [
      'no permission',
      awsError('AccessDenied', 'User: ana is not authorized to perform: cloudformation:DescribeStacks'),
      4,
      'AWS does not allow it: User: ana',
    ],
    [
      'an expired session',
      awsError('ExpiredToken', 'The security token included in the request is expired'),
      4,
      'Get new ones, for SSO with `aws sso login`',
    ],
    [
      'an unknown key',
      awsError('InvalidClientTokenId', 'The security token included in the request is invalid.'),
      4,
      'AWS does not know these credentials',
    ],
    [
      'a wrong secret',
      awsError('SignatureDoesNotMatch', 'The signatures differ.'),
      4,
      'AWS does not accept the signature: The signatures differ. Expected',
    ],
  ])('%s is reported in a sentence with what to do', async (_, describe, status, stderr) => {
    fakeStack(system, { describe });
    await onStack('runs', { status, stderr });
  });

  it.each<[string, FakeAnswer, string]>([
    [
      'runs',
      json({ message: 'Forbidden' }, 403),
      'HTTP 403 from the import history (Forbidden): it accepts only users',
    ],
    ['runs', json({ Message: 'The security token included in the request is expired' }, 403), 'Get new ones'],
    ['control listSites', json({ message: 'Forbidden' }, 403), 'HTTP 403 from the control panel (Forbidden)'],
  ])('%s reports that the gateway refuses', async (words, answer, stderr) => {
    fakeStack(system, { answer: () => answer });
    await onStack(words, { status: 4, stderr });
  });

  it('a bucket that does not let in the caller is reported', async () => {
    system.denied.add('files/runs/abc/results/new clients.csv');
    fakeStack(system, { answer: () => json(aRun()) });
    await onStack('run abcdefghijklmnopqrstuvwxyz --result out.csv', {
      status: 4,
      stderr: 'AWS does not allow it',
    });
  });

  it('a service that cannot be reached is reported without `npm start`', async () => {
    fakeStack(system, { outputs: { ...wholeOutputs(system), HistoryUrl: 'http://127.0.0.1:1' } });
    const { stderr } = await onStack('runs', { status: 5, stderr: 'is Flow still deployed?' });
    expect(stderr).not.toContain('npm start');
  });
});

describe('credentials in files', () => {
  beforeEach(async () => {
    const sso = 'sso_start_url = https://x.awsapps.com/start\nsso_region = eu-west-1\n';
    const config = `[profile sso]\nregion = eu-west-1\nsso_session = s\nsso_account_id = 123456789012\nsso_role_name = R\n[sso-session s]\n${sso}[profile keys]\nregion = eu-west-1\naws_access_key_id = AKIAFILE\naws_secret_access_key = secret-9\n[profile nowhere]\naws_access_key_id = AKIAFILE\naws_secret_access_key = secret-9\n`;
    await system.write('config', config);
    vi.stubEnv('AWS_CONFIG_FILE', join(system.cwd, 'config'));
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(system.cwd, 'none'));
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('HOME', system.cwd);
    for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_PROFILE'])
      vi.stubEnv(name, undefined);
    return () => vi.unstubAllEnvs();
  });
  const onlyEndpoints = () => {
    const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3 } = stackEnv(system);
    return {
      env: { AWS_ENDPOINT_URL: AWS_ENDPOINT_URL ?? '', AWS_ENDPOINT_URL_S3: AWS_ENDPOINT_URL_S3 ?? '' },
    };
  };

  it('are those of --aws-profile, with its region', async () => {
    await system.ends('runs --stack Flow --aws-profile keys', {}, onlyEndpoints());
    expect(headersAt('/history')[0]?.['authorization']).toMatch(/Credential=AKIAFILE\/\d{8}\/eu-west-1\//u);
  });

  it.each([
    ['sso', 'The SSO session has expired. Log in again with `aws sso login --profile sso`.'],
    ['typo', 'There are no AWS credentials in the profile typo'],
    ['nowhere', 'The AWS region is not known. Expected --region'],
  ])('of the profile %s are refused with what to do', async (profile, stderr) => {
    await system.ends(`runs --stack Flow --aws-profile ${profile}`, { status: 2, stderr }, onlyEndpoints());
  });

  it('are expected in one of several places', async () => {
    const stderr = 'There are no AWS credentials. Expected --aws-profile, AWS_ACCESS_KEY_ID';
    await system.ends('runs --stack Flow --region eu-west-1', { status: 2, stderr }, onlyEndpoints());
  });
});
