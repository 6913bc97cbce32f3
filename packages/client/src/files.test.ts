import { expect, test } from 'vitest';
import { createClient } from './create-client.ts';
import type { Transport } from './transport.ts';
import { json, meta, refusal, startServer, type Handler } from './testing/server.ts';

async function download(handler: Handler) {
  await using server = await startServer(handler);
  // Awaited here: the server is gone once this function ends.
  return await server.client().call('downloadFile', { key: 'k1' });
}

test('a file is its bytes and content type, with meta from the headers', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const answer = await download((response) =>
    response.writeHead(200, { 'Content-Type': 'image/png', 'X-RateLimit-Remaining': '7' }).end(bytes),
  );
  expect(answer).toMatchObject({
    kind: 'ok',
    output: { contentType: 'image/png' },
    meta: { rateLimitRemaining: 7 },
  });
  expect(answer.kind === 'ok' && Buffer.from(answer.output.bytes).equals(bytes)).toBe(true);
});

test('a refusal is not confused with a stored file that looks like one', async () => {
  const body = refusal('not_found');
  const refused = await download((response) => json(response, body, { 'X-Request-Id': meta.requestId }));
  expect(refused).toMatchObject({ kind: 'refused', code: 'not_found' });
  const stored = await download((response) => json(response, body, { 'X-Request-Id': 'r2' }));
  expect(stored).toMatchObject({ kind: 'ok', output: { contentType: 'application/json' } });
});

test('a page is a file too', async () => {
  const answer = await download((response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>minutes</p>'),
  );
  expect(answer).toMatchObject({ kind: 'ok', output: { contentType: 'text/html' } });
});

test('a signed address is fetched without the token', async () => {
  await using store = await startServer((response) => response.end('stored'));
  await using server = await startServer((response) =>
    response.writeHead(303, { Location: `http://127.0.0.1:${store.port}/signed?key=k1` }).end(),
  );
  const { bytes } = await server.client().downloadFile({ key: 'k1' });
  expect(Buffer.from(bytes).toString()).toBe('stored');
  expect(store.seen).toMatchObject([{ method: 'GET', url: '/signed?key=k1', body: '' }]);
  expect(store.seen[0]?.headers).not.toHaveProperty('x-api-key');
  expect(store.seen[0]?.headers).not.toHaveProperty('x-api-secret');
});

test('a file cut short is not a file', async () => {
  const answer = await download((response) => {
    response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': '100' });
    response.write('half', () => response.destroy());
  });
  expect(answer).toMatchObject({ kind: 'unreadable' });
});

const signed = (location: string) =>
  download((response) => response.writeHead(303, { Location: location }).end());

test.each([
  ['another machine without TLS', 'http://files.example/k1'],
  ['an address with credentials in it', 'https://ann:pw@files.example/k1'],
  ['no address of the web', 'file:///etc/passwd'],
])('%s is not followed', async (_, location) => {
  expect(await signed(location)).toMatchObject({ kind: 'intermediary', httpStatus: 303 });
});

test('a service that is not on this machine cannot send its caller to one that is', async () => {
  const asked: string[] = [];
  const transport: Transport = async ({ url }) => {
    asked.push(url.href);
    const headers = { location: 'http://127.0.0.1:8080/k1' };
    return { kind: 'answer', status: 303, headers, body: new Uint8Array(), complete: true };
  };
  for (const baseUrl of ['https://service.example', 'http://service.example']) {
    const client = createClient({ baseUrl, apiKey: 'key', apiSecret: 'secret', transport });
    expect(await client.call('downloadFile', { key: 'k1' })).toMatchObject({ kind: 'intermediary' });
  }
  expect(asked).toEqual(['https://service.example/downloadFile', 'http://service.example/downloadFile']);
});

test('a stored file that looks like a refusal is a file, and its meta comes from the service', async () => {
  await using store = await startServer((response) => json(response, refusal('not_found')));
  const answer = await download((response) =>
    response.writeHead(303, { Location: `http://127.0.0.1:${store.port}/k1`, 'X-Request-Id': 'r7' }).end(),
  );
  expect(answer).toMatchObject({
    kind: 'ok',
    output: { contentType: 'application/json' },
    meta: { requestId: 'r7' },
  });
});

test('a file that is larger than allowed is refused, from the service or the file store', async () => {
  await using store = await startServer((response) => response.end('x'.repeat(2000)));
  await using server = await startServer((response) =>
    response.writeHead(303, { Location: `http://127.0.0.1:${store.port}/k1` }).end(),
  );
  const small = server.client({ maxAnswerBytes: 1999 });
  expect(await small.call('downloadFile', { key: 'k1' })).toMatchObject({ kind: 'unreadable' });
  const large = server.client({ maxAnswerBytes: 2000 });
  expect(await large.call('downloadFile', { key: 'k1' })).toMatchObject({ kind: 'ok' });
});

test('a loop of file addresses ends', async () => {
  await using server = await startServer((response, { url }) =>
    response.writeHead(303, { Location: `${server.baseUrl}/again?${url?.length}` }).end(),
  );
  const answer = await server.client().call('downloadFile', { key: 'k1' });
  expect(answer).toMatchObject({ kind: 'intermediary', httpStatus: 303 });
  expect(server.seen.length).toBeLessThan(15);
});
