import { request as httpRequest, type IncomingMessage } from 'node:http';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SESv2 } from '@aws-sdk/client-sesv2';
import { SQS } from '@aws-sdk/client-sqs';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { clientConfig } from '../base/credentials.ts';
import { runningMachine } from '../testing/running-machine.ts';

const requestSchema = z.object({
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.string()).default({}),
  headers: z.record(z.string(), z.string()),
  body: z
    .union([z.string(), z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString())])
    .default(''),
});
interface Signed {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const running = runningMachine();
beforeAll(() => running.machine.secrets.put('known', 'kept'));

type Settings = ReturnType<typeof clientConfig> & { endpoint: string; requestHandler: Handler };
interface Handler {
  handle(request: unknown): Promise<never>;
}

const fronts = {
  DynamoDB: {
    endpoint: () => running.machine.dynamodb.endpoint,
    call: (settings: Settings) =>
      new DynamoDB(settings).putItem({
        TableName: running.outputs['TableName'],
        Item: { pk: { S: 'good' } },
      }),
  },
  S3: {
    endpoint: () => running.machine.s3.endpoint,
    call: (settings: Settings) =>
      new S3({ ...settings, forcePathStyle: true }).putObject({
        Bucket: running.outputs['BucketName'],
        Key: 'a b/ü',
        Body: 'good',
      }),
  },
  SQS: {
    endpoint: () => running.machine.sqs.endpoint,
    call: (settings: Settings) => new SQS(settings).createQueue({ QueueName: 'made' }),
  },
  SES: {
    endpoint: () => running.machine.mail.endpoint,
    call: (settings: Settings) =>
      new SESv2(settings).sendEmail({
        FromEmailAddress: 'sluice@example.com',
        Destination: { ToAddresses: ['ops@example.com'] },
        Content: { Simple: { Subject: { Data: 'good' }, Body: { Text: { Data: 'good' } } } },
      }),
  },
  AWS: {
    endpoint: () => running.machine.front.endpoint,
    call: (settings: Settings) =>
      new SecretsManager(settings).putSecretValue({ SecretId: 'known', SecretString: 'good' }),
  },
} as const;
type Name = keyof typeof fronts;

/** A request as the SDK signs it, which is not sent. */
async function signedFor(
  name: Name,
  keys = running.credentials,
  endpoint = fronts[name].endpoint(),
): Promise<Signed> {
  const captured = Promise.withResolvers<unknown>();
  const requestHandler = {
    handle: (request: unknown) => {
      captured.resolve(request);
      return new Promise<never>(() => undefined);
    },
  };
  const settings = { ...clientConfig(keys), endpoint, requestHandler };
  void fronts[name].call(settings);
  const { method, path, query, headers, body } = requestSchema.parse(await captured.promise);
  const search = new URLSearchParams(query).toString();
  return { method, path: search === '' ? path : `${path}?${search}`, headers, body };
}

async function statusOf(name: Name, { method, path, headers, body }: Signed): Promise<number | undefined> {
  const { hostname, port } = new URL(fronts[name].endpoint());
  const length = { 'content-length': Buffer.byteLength(body) };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ hostname, port, method, path, headers: { ...headers, ...length } }, resolve)
      .on('error', reject)
      .end(body);
  });
  return answer.resume().statusCode;
}

const flipped = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;

/** The request with one thing wrong, for everything that the signature covers. */
function* forgeries(signed: Signed): Generator<[string, Signed]> {
  const { method, path, headers, body } = signed;
  const named = (name: string): string =>
    Object.keys(headers).find((key) => key.toLowerCase() === name) ?? name;
  const withHeader = (name: string, value: string) => ({
    ...signed,
    headers: { ...headers, [named(name)]: value },
  });
  const without = (name: string): Signed => {
    const { [named(name)]: _, ...others } = headers;
    return { ...signed, headers: others };
  };
  const authorization = headers[named('authorization')] ?? '';
  const covered = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  yield ['another method', { ...signed, method: method === 'PUT' ? 'POST' : 'PUT' }];
  for (const other of ['/', `${path}/..`, `${path}x`, `/${path}`, path.replace(/^\//, '/%2e/')])
    if (other !== path) yield [`the path ${other}`, { ...signed, path: other }];
  for (const more of ['x-amz-acl=public', 'X-Amz-Signature=00', 'uploads'])
    yield [`the query ${more}`, { ...signed, path: `${path}${path.includes('?') ? '&' : '?'}${more}` }];
  for (const other of [`${body} `, body.slice(1), flipped(body, body.length - 1), '', body.toUpperCase()])
    yield [`the body ${other}`, { ...signed, body: other }];
  for (const name of covered.filter((one) => one !== 'content-length')) {
    yield [`${name} changed`, withHeader(name, flipped(headers[named(name)] ?? '', 0))];
    // The client always sends a host.
    if (name !== 'host') yield [`no ${name}`, without(name)];
    const fewer = covered.filter((one) => one !== name).join(';');
    yield [
      `${name} not signed`,
      withHeader('authorization', authorization.replace(covered.join(';'), fewer)),
    ];
  }
  for (let at = 0; at < authorization.length; at += 3)
    yield [`another sign at ${at} of its signature`, withHeader('authorization', flipped(authorization, at))];
  for (const value of [
    '',
    'AWS4-HMAC-SHA256',
    authorization.replace(/Signature=.*/, 'Signature='),
    'Bearer x',
  ])
    yield [`the authorization ${value}`, withHeader('authorization', value)];
  yield ['no authorization', without('authorization')];
  yield ['a token of a session', withHeader('x-amz-security-token', 'x')];
  const { port } = new URL(`http://${headers[named('host')]}`);
  const own = `http://127.0.0.1:${port}`;
  const near = [own.replace('http', 'https'), `${own}/`, `${own}.evil.example`, own.replace(`:${port}`, '')];
  for (const origin of ['', 'null', 'http://evil.example', `http://localhost:${port}`, ...near])
    yield [`the origin ${origin}`, withHeader('origin', origin)];
}

const names = ['DynamoDB', 'S3', 'SQS', 'SES', 'AWS'] as const;

test.each(names)('%s takes a signed request only as it was signed', async (name) => {
  const signed = await signedFor(name);
  const taken: string[] = [];
  let tried = 0;
  for (const [what, forged] of forgeries(signed)) {
    tried += 1;
    const status = (await statusOf(name, forged)) ?? 0;
    if (status < 400 || status >= 500) taken.push(`${what}: ${status}`);
  }
  expect(taken).toEqual([]);
  expect(tried).toBeGreaterThan(80);
  for (const other of names.filter((one) => one !== name)) {
    const elsewhere = await signedFor(name, running.credentials, fronts[other].endpoint());
    expect(await statusOf(other, elsewhere), `signed for ${name}, at ${other}`).toBe(403);
  }
  const { port } = new URL(fronts[name].endpoint());
  const hosts = ['evil.example', 'localhost', '127.0.0.1.evil.example', '[::1]', '127.0.0.2'];
  for (const host of [...hosts.map((one) => `${one}:${port}`), 'evil.example', '127.0.0.1', '127.0.0.1:1']) {
    const forOther = await signedFor(name, running.credentials, `http://${host}`);
    expect(await statusOf(name, forOther), `signed for the host ${host}`).toBe(name === 'S3' ? 403 : 421);
  }
  const foreign = { ...running.credentials, secretAccessKey: 'guessed' };
  expect(await statusOf(name, await signedFor(name, foreign))).toBe(403);
  expect(await statusOf(name, signed)).toBe(200);
});
