import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Addresses } from '@sluice/demo/addresses';

/** What reached the fake system. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly headers?: Record<string, string>;
}
/** Answers a request of the history or the service; undefined is a 404. */
export type Answering = (seen: Seen) => FakeAnswer | undefined;

export interface FakeSystem {
  /** A folder with a `.sluice/local.json` of this system. */
  readonly cwd: string;
  readonly origin: string;
  readonly seen: Seen[];
  /** The objects in the buckets, by `bucket/key`. */
  readonly objects: Map<string, Uint8Array>;
  answer: Answering;
  /** As a system that was killed: `local.json` stays. */
  die(): Promise<void>;
  stop(): Promise<void>;
}

export function json(value: unknown, status = 200): FakeAnswer {
  return { status, body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

/** One HTTP server as history API, service and buckets. */
export async function startFakeSystem(): Promise<FakeSystem> {
  const cwd = await mkdtemp(join(tmpdir(), 'sluice-cli-'));
  const server = createServer();
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const system: FakeSystem = {
    cwd,
    origin,
    seen: [],
    objects: new Map(),
    answer: () => undefined,
    die: () => close(server),
    stop: async () => {
      await close(server);
      await rm(cwd, { recursive: true, force: true });
    },
  };
  server.on('request', (request, response) => void handle(system, request, response));
  await mkdir(join(cwd, '.sluice'));
  await writeFile(join(cwd, '.sluice', 'local.json'), JSON.stringify(addresses(origin)));
  return system;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function handle(system: FakeSystem, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = '', url: path = '', headers } = request;
  const body = Buffer.concat(chunks);
  const seen = { method, path, headers, body: body.toString('utf8') };
  system.seen.push(seen);
  const object = /^\/s3\/([^?]+)/.exec(path)?.[1];
  const {
    status,
    body: data,
    headers: extra,
  } = (object === undefined
    ? system.answer(seen)
    : answerObject(system, decodeURIComponent(object), { method, body })) ??
  json({ message: 'not found' }, 404);
  response.writeHead(status, extra).end(data);
}

const noSuchKey: FakeAnswer = {
  status: 404,
  body: '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>',
  headers: { 'content-type': 'application/xml' },
};

function answerObject(
  { objects }: FakeSystem,
  name: string,
  { method, body }: { method: string; body: Buffer },
): FakeAnswer {
  if (method === 'PUT') {
    objects.set(name, body);
    return {
      status: 200,
      body: '',
      // A header cannot have control characters.
      headers: {
        'x-amz-version-id': `version-of-${name.replaceAll(/\p{Cc}/gu, '')}`,
        etag: `"${randomUUID()}"`,
      },
    };
  }
  const found = objects.get(name);
  return found === undefined ? noSuchKey : { status: 200, body: found };
}

function addresses(origin: string): Addresses {
  return {
    dataAccess: {
      baseUrl: `${origin}/service`,
      apiKey: 'key-1',
      apiSecret: 'secret-1',
      readOnly: { apiKey: 'key-2', apiSecret: 'secret-2' },
      otherSite: { apiKey: 'key-3', apiSecret: 'secret-3' },
      listId: 'list-1',
      listName: 'Counties',
      templateId: 'template-1',
    },
    s3: {
      endpoint: `${origin}/s3`,
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret-4',
      bucket: 'drops',
      inbox: 'inbox/',
      resultsBucket: 'files',
    },
    mail: { url: `${origin}/mail` },
    console: { url: `${origin}/console` },
    control: { baseUrl: `${origin}/control`, token: 'secret-5' },
    history: { baseUrl: `${origin}/history`, token: 'secret-6' },
    pid: process.pid,
  };
}
