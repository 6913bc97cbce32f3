import { createServer } from 'node:net';
import { listening } from '@sluice/local/testing/http-server';
import { describe, expect, test } from 'vitest';
import { createClient } from './create-client.ts';
import { json, key, meta, refusal, secret, startServer, type Handler } from './testing/server.ts';

const input = { recordSets: [{ schema: 'client', lookup: 'email', records: [{ email: 'a@b.de' }] }] };

/** One `import` against a server that answers so. */
async function importAgainst(handler: Handler, timeoutMs = 5000) {
  await using server = await startServer(handler);
  // Awaited here: the server is gone once this function ends.
  return await server.client({ timeoutMs }).call('import', input);
}

describe('what the service answers', () => {
  test('a success is the output with its meta, and the token travels in headers', async () => {
    await using server = await startServer((response) => json(response, { ok: true, importId: 'i1', meta }));
    const answer = await server.client().call('import', input, { idempotencyKey: 'k1' });
    expect(answer).toEqual({ kind: 'ok', output: { importId: 'i1' }, meta });
    expect(server.seen).toMatchObject([{ method: 'POST', url: '/base/import', body: JSON.stringify(input) }]);
    expect(server.seen[0]?.headers).toMatchObject({
      'x-api-key': key,
      'x-api-secret': secret,
      'content-type': 'application/json',
      'idempotency-key': 'k1',
    });
  });

  test('a refusal is its code, message and importId', async () => {
    const answer = await importAgainst((response) =>
      json(response, { ...refusal('invalid_request', 'record 1 …'), importId: 'i1' }),
    );
    expect(answer).toEqual({
      kind: 'refused',
      code: 'invalid_request',
      message: 'record 1 …',
      importId: 'i1',
      meta,
    });
  });

  test('bad_request, a code in a sample of the interface, counts as invalid_request', async () => {
    const answer = await importAgainst((response) =>
      json(response, { ...refusal('bad_request'), importId: null }),
    );
    expect(answer).toMatchObject({ kind: 'refused', code: 'invalid_request', importId: null });
  });

  test('an answer without meta is an answer', async () => {
    expect(await importAgainst((response) => json(response, { ok: true, importId: 'i1' }))).toEqual({
      kind: 'ok',
      output: { importId: 'i1' },
      meta: {},
    });
  });
});

describe('what is not from the service', () => {
  test.each([502, 403, 204, 301, 413])('HTTP %i is from an intermediary', async (status) => {
    const answer = await importAgainst((response) =>
      response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    );
    expect(answer).toMatchObject({ kind: 'intermediary', httpStatus: status });
  });

  test.each(['text/html; charset=utf-8', 'application/json'])(
    'so is a page with HTTP 200 as %s',
    async (type) => {
      const answer = await importAgainst((response) =>
        response.writeHead(200, { 'Content-Type': type }).end('\n<!doctype html><p>Please sign in</p>'),
      );
      expect(answer).toMatchObject({ kind: 'intermediary', httpStatus: 200 });
    },
  );
});

describe('what cannot be read', () => {
  test.each<[string, Handler]>([
    ['truncated JSON', (response) => response.end('{"ok":true,"importId":"i')],
    ['not UTF-8', (response) => response.end(Buffer.from([0x22, 0xff, 0x22]))],
    ['nothing', (response) => response.end()],
    ['not the envelope', (response) => json(response, ['ok'])],
    ['a success without importId', (response) => json(response, { ok: true, meta })],
    ['a success with importId null', (response) => json(response, { ok: true, importId: null, meta })],
    ['a refusal without error', (response) => json(response, { ok: false, meta })],
    [
      'a body cut short',
      (response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{"ok":true,', () => response.destroy());
      },
    ],
  ])('%s', async (_, handler) => {
    expect(await importAgainst(handler)).toMatchObject({ kind: 'unreadable' });
  });

  test('an importId in an answer of an unknown code is not lost (invariant 4)', async () => {
    const answer = await importAgainst((response) => json(response, { ...refusal('odd'), importId: 'i1' }));
    expect(answer).toMatchObject({ kind: 'unreadable', importId: 'i1' });
  });

  test('a body that stops half way ends with the time limit of the call', async () => {
    const answer = await importAgainst((response) => void response.write('{"ok":true,'), 300);
    expect(answer).toMatchObject({ kind: 'unreadable', detail: expect.stringContaining('cut short') });
  });
});

describe('no answer', () => {
  test('silence after the request was sent may have sent it', async () => {
    const answer = await importAgainst(() => {}, 200);
    expect(answer).toEqual({ kind: 'noAnswer', sent: 'maybe', detail: 'TimeoutError' });
  });

  test('a reset after the request was sent may have sent it', async () => {
    const answer = await importAgainst((response) => response.destroy());
    expect(answer).toEqual({ kind: 'noAnswer', sent: 'maybe', detail: 'ECONNRESET' });
  });

  test('a reset on a used connection may have sent the request, and writes open a new connection', async () => {
    await using server = await startServer((response, { url }) =>
      server.seen.length > 1 && url?.endsWith('getRoles')
        ? response.destroy()
        : json(response, { ok: true, roles: [], importId: 'i1', meta }),
    );
    const client = server.client();
    expect(await client.call('getRoles', {})).toMatchObject({ kind: 'ok' });
    expect(await client.call('getRoles', {})).toMatchObject({ kind: 'noAnswer', sent: 'maybe' });
    expect(await client.call('import', input)).toMatchObject({ kind: 'ok' });
    expect(server.seen.map(({ headers }) => headers.connection)).toEqual([
      'keep-alive',
      'keep-alive',
      'close',
    ]);
  });

  test('a refused connection, an unknown name and a failed TLS handshake sent nothing', async () => {
    await using server = await startServer(() => {});
    const closed = await startServer(() => {});
    await closed[Symbol.asyncDispose]();
    const places = [closed.baseUrl, 'http://nowhere.invalid', `https://127.0.0.1:${server.port}`];
    for (const baseUrl of places) {
      const answer = await server.client({ baseUrl }).call('import', input);
      expect(answer).toMatchObject({ kind: 'noAnswer', sent: 'no' });
    }
    expect(server.seen).toEqual([]);
  });

  test('a handshake that never ends sent nothing', async () => {
    await using mute = await listening(createServer(() => {}));
    const baseUrl = `https://127.0.0.1:${mute.port}`;
    const client = createClient({ baseUrl, apiKey: key, apiSecret: secret });
    const answer = await client.call('import', input, { timeoutMs: 200 });
    expect(answer).toEqual({ kind: 'noAnswer', sent: 'no', detail: 'TimeoutError' });
  });

  test('a call that was aborted before, or cannot be written as HTTP, sent nothing', async () => {
    await using server = await startServer(() => {});
    const aborted = await server.client().call('import', input, { signal: AbortSignal.abort() });
    expect(aborted).toEqual({ kind: 'noAnswer', sent: 'no', detail: 'AbortError' });
    const odd = await server.client({ apiSecret: 'line\nbreak' }).call('import', input);
    expect(odd).toEqual({ kind: 'noAnswer', sent: 'no', detail: 'ERR_INVALID_CHAR' });
    expect(server.seen).toEqual([]);
  });
});

describe('redirects', () => {
  test('an import that waits is redirected to itself with method, body and token kept', async () => {
    await using server = await startServer((response, { url }) =>
      url?.includes('hop=2')
        ? json(response, { ok: true, importId: 'i1', meta })
        : response.writeHead(307, { Location: `import?wait=i1&hop=${server.seen.length}` }).end(),
    );
    const answer = await server.client().call('import', { ...input, wait: true });
    expect(answer).toMatchObject({ kind: 'ok', output: { importId: 'i1' } });
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /base/import',
      'POST /base/import?wait=i1&hop=1',
      'POST /base/import?wait=i1&hop=2',
    ]);
    expect(new Set(server.seen.map(({ body }) => body)).size).toBe(1);
    expect(server.seen[2]?.headers['x-api-secret']).toBe(secret);
  });

  test('any failure after a redirect may have sent the request', async () => {
    const answer = await importAgainst((response, { url }) =>
      url === '/base/import'
        ? response.writeHead(307, { Location: 'http://127.0.0.1:1/import' }).end()
        : response.destroy(),
    );
    expect(answer).toMatchObject({ kind: 'intermediary', httpStatus: 307 });
    const lost = await importAgainst((response, { url }) =>
      url === '/base/import'
        ? response.writeHead(307, { Location: 'import?hop=1' }).end()
        : response.destroy(),
    );
    expect(lost).toMatchObject({ kind: 'noAnswer', sent: 'maybe' });
  });

  test('a loop of redirects ends', async () => {
    const answer = await importAgainst((response) => response.writeHead(307, { Location: 'import' }).end());
    expect(answer).toMatchObject({ kind: 'intermediary', httpStatus: 307 });
  });
});
