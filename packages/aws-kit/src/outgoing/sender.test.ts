import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startRecorder } from '@sluice/local/testing/http-server';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { selfSigned } from './testing/certificate.ts';
import { lookupOf, startTcp } from './testing/servers.ts';
import { body, local } from './testing/senders.ts';

describe('a delivery', () => {
  it('is one POST of these bytes, with its length, its id and no keep-alive', async () => {
    await using receiver = await startRecorder((response) => response.writeHead(204).end());
    const result = await local()(`http://127.0.0.1:${receiver.port}/hooks?a=1`, body, 'd1');
    expect(result).toEqual({ kind: 'delivered', status: 204, durationMs: expect.any(Number) });
    expect(receiver.seen).toEqual([
      {
        method: 'POST',
        url: '/hooks?a=1',
        body,
        headers: {
          host: `127.0.0.1:${receiver.port}`,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Sluice-Webhooks/1',
          'x-delivery-id': 'd1',
          connection: 'close',
        },
      },
    ]);
  });

  it('finds this machine by its name', async () => {
    await using receiver = await startRecorder((response) => response.end());
    const result = await local()(`http://localhost:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'delivered' });
  });

  it('opens a new connection each time', async () => {
    await using receiver = await startTcp((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    });
    const send = local();
    for (let n = 0; n < 3; n++) await send(`http://127.0.0.1:${receiver.port}/`, body);
    expect(receiver.received.connections).toBe(3);
  });

  test.each([
    [200, 'delivered'],
    [202, 'delivered'],
    [400, 'refused'],
    [401, 'refused'],
    [404, 'refused'],
    [410, 'gone'],
    [429, 'refused'],
    [500, 'refused'],
    [503, 'refused'],
  ])('that is answered %i is %s', async (status, kind) => {
    await using receiver = await startRecorder((response) => response.writeHead(status).end('…'));
    const result = await local()(`http://127.0.0.1:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind, status });
  });

  test.each([301, 302, 303, 307, 308])('that is redirected by %i is not followed', async (status) => {
    await using elsewhere = await startTcp();
    await using receiver = await startRecorder((response) => {
      response.writeHead(status, { Location: `http://127.0.0.1:${elsewhere.port}/` }).end();
    });
    const result = await local()(`http://127.0.0.1:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'redirected', status });
    expect(receiver.seen).toHaveLength(1);
    expect(elsewhere.received.connections).toBe(0);
  });

  it('offers no other protocol, treats a switch to one as a refusal, and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    await using receiver = await startTcp((socket) => {
      socket.once('close', () => closed.resolve());
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      );
    });
    const result = await local()(`http://127.0.0.1:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'refused', status: 101 });
    await closed.promise;
  });
});

describe('an answer', () => {
  it('without end is cut after 64 KiB, and its status counts', async () => {
    let written = 0;
    await using receiver = await startRecorder((response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * 1024))) written += 16 * 1024;
      };
      response.on('drain', pour);
      pour();
    });
    const result = await local()(`http://127.0.0.1:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'delivered', status: 200 });
    // Only what both systems buffer, and no more.
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  it('that stops half way counts by its status', async () => {
    await using receiver = await startRecorder((response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half');
      setImmediate(() => response.destroy());
    });
    const result = await local()(`http://127.0.0.1:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'delivered', status: 200 });
  });

  it('that never ends is cut at the time limit', async () => {
    await using receiver = await startRecorder((response) => {
      response.writeHead(503).write('wait');
    });
    const result = await local({ timeoutMs: 100 })(`http://127.0.0.1:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'refused', status: 503 });
    expect(result.durationMs).toBeLessThan(3000);
  });

  it('with endless headers counts as none', async () => {
    await using receiver = await startTcp((socket) => {
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`));
    });
    const result = await local()(`http://127.0.0.1:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'unreachable', reason: 'HPE_HEADER_OVERFLOW' });
  });

  it('that is no HTTP counts as none', async () => {
    await using receiver = await startTcp((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    const result = await local()(`http://127.0.0.1:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'unreachable', reason: expect.stringMatching(/^HPE_/) });
  });
});

describe('a receiver is unreachable', () => {
  it('that answers too slowly', async () => {
    await using receiver = await startRecorder(() => {});
    const result = await local({ timeoutMs: 100 })(`http://127.0.0.1:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'unreachable', reason: 'timeout' });
    expect(receiver.seen).toHaveLength(1);
  });

  it('that cuts the connection, before or after it has read', async () => {
    await using at0 = await startTcp((socket) => socket.resetAndDestroy());
    await using atData = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await using ends = await startTcp((socket) => socket.once('data', () => socket.end()));
    for (const { port } of [at0, atData, ends]) {
      const result = await local()(`http://127.0.0.1:${port}/`, body);
      expect(result).toMatchObject({
        kind: 'unreachable',
        reason: expect.stringMatching(/^(ECONNRESET|EPIPE)$/),
      });
    }
  });

  it('without a server', async () => {
    const { port } = await (async () => {
      await using closed = await startTcp();
      return { port: closed.port };
    })();
    const result = await local()(`http://127.0.0.1:${port}/`, body);
    expect(result).toMatchObject({ kind: 'unreachable', reason: 'ECONNREFUSED' });
  });

  it('whose name is not found, and whose name is never answered', async () => {
    const lost = Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    const send = local({ lookup: (_host, _options, callback) => callback(lost, '', 0) });
    expect(await send('https://unknown.test/', body)).toMatchObject({
      kind: 'unreachable',
      reason: 'ENOTFOUND',
    });
    const wait = local({ lookup: () => {}, connectTimeoutMs: 50 });
    expect(await wait('https://unknown.test/', body)).toMatchObject({
      kind: 'unreachable',
      reason: 'timeout',
    });
    const none = local({ lookup: lookupOf() });
    expect(await none('https://unknown.test/', body)).toMatchObject({
      kind: 'unreachable',
      reason: 'ENOTFOUND',
    });
  });

  it('that takes the connection and never starts TLS', async () => {
    await using receiver = await startTcp();
    const send = local({ connectTimeoutMs: 100 });
    const result = await send(`https://127.0.0.1:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'unreachable', reason: 'timeout' });
  });
});

describe('over TLS', () => {
  const trusted = selfSigned('receiver.test');
  const before = getCACertificates('default');
  beforeEach(() => setDefaultCACertificates([...before, trusted.cert]));
  afterEach(() => setDefaultCACertificates(before));
  const lookup = lookupOf('127.0.0.1');

  it('delivers to a host that its certificate names', async () => {
    await using receiver = await startRecorder((response) => response.end(), trusted);
    const result = await local({ lookup })(`https://receiver.test:${receiver.port}/in`, body);
    expect(result).toMatchObject({ kind: 'delivered', status: 200 });
    expect(receiver.seen).toMatchObject([{ url: '/in', body }]);
    expect(receiver.seen[0]?.headers['host']).toBe(`receiver.test:${receiver.port}`);
  });

  it('sends nothing to a host that it does not name, or with an untrusted certificate', async () => {
    await using receiver = await startRecorder((response) => response.end(), trusted);
    const other = await local({ lookup })(`https://other.test:${receiver.port}/`, body);
    expect(other).toMatchObject({ kind: 'unreachable', reason: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    const stranger = selfSigned('stranger.test');
    await using unknown = await startRecorder((response) => response.end(), stranger);
    const untrusted = await local({ lookup })(`https://stranger.test:${unknown.port}/`, body);
    expect(untrusted).toMatchObject({ kind: 'unreachable', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect([...receiver.seen, ...unknown.seen]).toEqual([]);
  });
});
