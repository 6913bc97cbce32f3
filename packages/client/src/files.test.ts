import { expect, test } from 'vitest';
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

test('a refusal is told apart from a stored file that looks like one', async () => {
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
