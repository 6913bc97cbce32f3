import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it } from 'vitest';
import { LimitedRequests, limitsFromAfar, limitsInAws, type RequestLimits } from './aws-requests.ts';
import { invoke } from './invocation.ts';

const open: { server?: Server; sockets: Socket[] } = { sockets: [] };
afterEach(() => {
  for (const socket of open.sockets.splice(0)) socket.destroy();
  open.server?.close();
});

const short: RequestLimits = { connectMs: 2_000, firstByteMs: 150, idleMs: 150, bytesPerMs: 1_000 };

/** A server of AWS that does this with each connection, and clients of it that try twice. */
async function facing(serve: (socket: Socket, connection: number) => void, limits = short) {
  let connections = 0;
  const server = createServer((socket) => {
    open.sockets.push(socket.on('error', () => undefined));
    serve(socket, (connections += 1));
  });
  open.server = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const config = {
    region: 'eu-west-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'A', secretAccessKey: 'b' },
    maxAttempts: 2,
    requestHandler: new LimitedRequests(limits),
  };
  const s3 = new S3Client({ ...config, forcePathStyle: true });
  return {
    get: () =>
      new DynamoDBClient(config).send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } })),
    read: async () => (await s3.send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }))).Body,
    put: (body: string) => s3.send(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: body })),
    connections: () => connections,
  };
}

/** How a request ends; a bug must not let the test wait for it. */
const endOf = (request: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.race([
    request?.then(
      () => 'answered',
      (error: unknown) => (error instanceof Error ? error.name : error),
    ),
    setTimeout(10_000, 'still waits', { ref: false }),
  ]);

const answer = (body: string, bytes = body.length) =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n${body}`;
const whenAsked = (socket: Socket, then: () => void) => void socket.once('data', then);

describe('a request to AWS', () => {
  it('that nobody answers ends, and is tried again', async () => {
    const { get, connections } = await facing(() => undefined);
    expect(await endOf(get())).toBe('TimeoutError');
    expect(connections()).toBe(2);
  });

  it('succeeds when the second try is answered', async () => {
    const { get } = await facing((socket, connection) =>
      whenAsked(socket, () => {
        if (connection === 2) socket.write(answer('{"Item":{"a":{"S":"b"}}}'));
      }),
    );
    expect(await get()).toMatchObject({ Item: { a: { S: 'b' } } });
  });

  it('whose answer stops in the middle ends, and is tried again', async () => {
    const { get, connections } = await facing((socket) =>
      whenAsked(socket, () => void socket.write(answer('{"Item":', 100))),
    );
    expect(await endOf(get())).toBe('TimeoutError');
    expect(connections()).toBe(2);
  });

  it('ends where the body of an object stops', async () => {
    const { read } = await facing((socket) => whenAsked(socket, () => void socket.write(answer('half', 8))));
    const body = await read();
    expect(await endOf(body?.transformToString())).toBe('TimeoutError');
  });

  it('goes on while a reader holds back its bytes for longer than the limit', async () => {
    const whole = 'x'.repeat(4_000_000);
    const { read } = await facing((socket) => whenAsked(socket, () => void socket.write(answer(whole))));
    const body = await read();
    if (!(body instanceof Readable)) throw new Error('no stream');
    let [size, pauses] = [0, 0];
    const slowly = async () => {
      for await (const chunk of body) {
        size += Buffer.byteLength(chunk);
        const until = performance.now() + (pauses < 3 ? 200 : 0);
        for (pauses += 1; performance.now() < until;) await setImmediate();
      }
    };
    expect(await endOf(slowly())).toBe('answered');
    expect(size).toBe(whole.length);
  });

  it('takes at most a third of what is left of its invocation', async () => {
    const { get } = await facing(() => undefined, { ...short, firstByteMs: 60_000 });
    const from = performance.now();
    const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 300 - (performance.now() - from) };
    expect(await endOf(invoke(context, get))).toBe('TimeoutError');
  });

  it('has the time that its body takes', async () => {
    const { put } = await facing(
      (socket) => whenAsked(socket, () => void setTimeout(400).then(() => socket.write(answer('')))),
      { ...short, bytesPerMs: 0.01 },
    );
    await put('x'.repeat(1_000));
  });

  it('is limited to seconds, also from afar', () => {
    expect(limitsInAws).toMatchObject({ connectMs: 1_000, firstByteMs: 5_000, idleMs: 5_000 });
    for (const [name, most] of Object.entries(limitsFromAfar)) expect(most, name).toBeLessThanOrEqual(10_000);
  });
});
