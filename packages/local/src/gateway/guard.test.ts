import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { expect, onTestFinished, test } from 'vitest';
import { Authority } from '../iam/authority.ts';
import { closeServer } from '../base/http.ts';
import { aws } from '../testing/front-fixture.ts';
import { keys } from '../testing/s3-fixture.ts';
import { guard } from './guard.ts';

interface Signed {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
type Sent = Partial<Signed>;

/** A guarded server that answers with the body of the request. `signed` is a request that the SDK has signed. */
async function guarded(now = () => new Date()) {
  const passed: Signed[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    passed.push({ method: request.method ?? '', path: request.url ?? '', headers, body });
    response.end(body || '{}');
  };
  const server = createServer((request, response) => void answer(request, response));
  const pages = { secret: 'unguessable', paths: ['/page'] };
  guard(server, { authority: new Authority(keys), services: ['secretsmanager'], pages, now });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => closeServer(server));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const send = async ({ method = 'POST', path = '/', headers = {}, body = '' }: Sent = {}) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, method, path, headers }, resolve).on('error', reject).end(body);
    });
    return { status: answer.statusCode, text: await text(answer) };
  };
  const client = new SecretsManager({ ...aws, endpoint: `http://127.0.0.1:${port}` });
  await client.getSecretValue({ SecretId: 'one' });
  client.destroy();
  const [signed] = passed;
  if (signed === undefined) throw new Error('The server got no request.');
  return { send, port, signed };
}

test('a signed request is passed on with its body', async () => {
  const { send, signed } = await guarded();
  expect(await send(signed)).toEqual({ status: 200, text: '{"SecretId":"one"}' });
});

test('a signed request is good for a quarter of an hour', async () => {
  let minutes = 0;
  const { send, signed } = await guarded(() => new Date(Date.now() + minutes * 60_000));
  for (const [later, status] of [
    [14, 200],
    [16, 403],
    [-16, 403],
  ] as const) {
    minutes = later;
    expect((await send(signed)).status, `${later} minutes later`).toBe(status);
  }
});

const without = ({ headers, ...sent }: Signed, name: string): Sent => ({
  ...sent,
  headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key.toLowerCase() !== name)),
});
const withHeaders = (sent: Signed, headers: Record<string, string>): Sent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
});

test.each<[string, (signed: Signed) => Sent, number]>([
  ['has no signature', (signed) => without(signed, 'authorization'), 403],
  ['has the signature of another body', (signed) => ({ ...signed, body: '{"SecretId":"two"}' }), 403],
  [
    'has another body and its hash',
    (signed) => {
      return {
        ...withHeaders(signed, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }),
        body: '{"SecretId":"two"}',
      };
    },
    403,
  ],
  ['has another method', (signed) => ({ ...signed, method: 'PUT' }), 403],
  ['has another path', (signed) => ({ ...signed, path: '/page' }), 403],
  ['has a path that is no address', (signed) => ({ ...signed, path: '//[' }), 403],
  ['has a query', (signed) => ({ ...signed, path: '/?X-Amz-Signature=1' }), 403],
  [
    'names another operation',
    (signed) => withHeaders(signed, { 'x-amz-target': 'secretsmanager.DeleteSecret' }),
    403,
  ],
  ['has an x-amz- header that is not signed', (signed) => withHeaders(signed, { 'x-amz-more': '1' }), 403],
  ['is signed for another time', (signed) => withHeaders(signed, { 'x-amz-date': '20200101T000000Z' }), 403],
  [
    'is for another service',
    (signed) => {
      const authorization = (signed.headers['authorization'] ?? '').replace('/secretsmanager/', '/sqs/');
      return withHeaders(signed, { authorization });
    },
    403,
  ],
  [
    'comes from a page of another origin',
    (signed) => withHeaders(signed, { origin: 'http://evil.example' }),
    403,
  ],
  ['comes from a page without an origin', (signed) => withHeaders(signed, { origin: 'null' }), 403],
  ['is for another host', (signed) => withHeaders(signed, { host: 'evil.example' }), 421],
  [
    'is longer than 16 MiB',
    (signed) => ({ ...without(signed, 'content-length'), body: ' '.repeat(17 * 2 ** 20) }),
    413,
  ],
])('a request is refused that %s', async (_, change, status) => {
  const { send, signed } = await guarded();
  expect((await send(change(signed))).status).toBe(status);
});

test('a page is served only under its secret and to its own origin, and no other path is', async () => {
  const { send, port } = await guarded();
  const get = (path: string, headers = {}) => send({ method: 'GET', path, headers });
  expect((await get('/unguessable/page')).status).toBe(200);
  expect((await get('/unguessable/page?since=1', { origin: `http://127.0.0.1:${port}` })).status).toBe(200);
  expect((await get('/unguessable')).status).toBe(308);
  const { headers } = await fetch(`http://127.0.0.1:${port}/unguessable/page`);
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  expect((await get('/unguessable/page', { origin: 'http://evil.example' })).status).toBe(403);
  expect((await get('/unguessable/page', { host: `localhost:${port}` })).status).toBe(421);
  for (const path of ['/page', '/guess/page', '/unguessable/', '/unguessable/other', '//page'])
    expect((await get(path)).status).toBe(403);
});
