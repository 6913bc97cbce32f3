import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Addresses } from '@sluice/demo/addresses';
import { afterEach, beforeEach } from 'vitest';
import { testFolder, type TestFolder } from './captured.ts';

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

/** A folder with a `.sluice/local.json` of this system. */
export interface FakeSystem extends TestFolder {
  origin: string;
  readonly seen: Seen[];
  /** The objects in the buckets, by `bucket/key`. */
  readonly objects: Map<string, Uint8Array>;
  /** The objects that may not be read. */
  readonly denied: Set<string>;
  /** Answers before all else, such as with a refusal, or as another system. */
  gate: (seen: Seen) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>;
  answer: Answering;
  /** Answers requests one after the other; the last answer stays. */
  answers(...list: (FakeAnswer | undefined)[]): void;
  /** Answers a POST with `act`, each GET with the next of the others; the last one stays. */
  acts(act: object, ...later: object[]): void;
  /** Path and body of each POST. */
  posted(): [string, unknown][];
  /** The path of each PUT. */
  uploads(): string[];
  /** As a system that was killed: `local.json` stays. */
  die(): Promise<void>;
}

export function json(value: unknown, status = 200): FakeAnswer {
  return { status, body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

/** One HTTP server as history API, service and buckets, for each test of a file. */
export function fakeSystem(): FakeSystem {
  let server: Server;
  const system: FakeSystem = Object.assign(testFolder(), {
    origin: '',
    seen: [],
    objects: new Map(),
    denied: new Set<string>(),
    gate: () => undefined,
    answer: () => undefined,
    answers: (...list: (FakeAnswer | undefined)[]) => {
      system.answer = () => (list.length > 1 ? list.shift() : list[0]);
    },
    acts: (act: object, ...later: object[]) => {
      system.answer = ({ method }) =>
        json(method === 'POST' ? act : ((later.length > 1 ? later.shift() : later[0]) ?? act));
    },
    posted: () =>
      system.seen
        .filter(({ method }) => method === 'POST')
        .map(({ path, body }): [string, unknown] => [path, JSON.parse(body)]),
    uploads: () =>
      system.seen.filter(({ method }) => method === 'PUT').map(({ path }) => path.replace(/\?.*/u, '')),
    die: () => close(server),
  });
  beforeEach(async () => {
    server = createServer((request, response) => void handle(system, request, response));
    system.origin = `http://127.0.0.1:${await listen(server)}`;
    system.seen.length = 0;
    system.objects.clear();
    system.denied.clear();
    system.gate = () => undefined;
    system.answer = () => undefined;
    await mkdir(join(system.cwd, '.sluice'));
    await system.write('.sluice/local.json', addresses(system.origin));
  });
  afterEach(() => close(server));
  return system;
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
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
  const prefix = new URL(path, system.origin).searchParams.get('prefix');
  const answer = (): FakeAnswer | undefined => {
    if (object === undefined) return system.answer(seen);
    return prefix === null
      ? answerObject(system, decodeURIComponent(object), { method, body, headers })
      : listObjects(system, `${object.replace(/\/$/u, '')}/`, prefix);
  };
  const found = (await system.gate(seen)) ?? answer() ?? json({ message: 'not found' }, 404);
  response.writeHead(found.status, found.headers).end(found.body);
}

function listObjects({ objects, denied }: FakeSystem, bucket: string, prefix: string): FakeAnswer {
  if (denied.has(`${bucket}${prefix}`)) return { status: 403, body: '' };
  const keys = [...objects.keys()].filter((name) => name.startsWith(`${bucket}${prefix}`));
  const contents = keys.map((name) => `<Contents><Key>${name.slice(bucket.length)}</Key></Contents>`);
  const body = `<?xml version="1.0"?><ListBucketResult>${contents.join('')}</ListBucketResult>`;
  return { status: 200, body, headers: { 'content-type': 'application/xml' } };
}

const noSuchKey: FakeAnswer = {
  status: 404,
  body: '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>',
  headers: { 'content-type': 'application/xml' },
};

function answerObject(
  { objects, denied }: FakeSystem,
  name: string,
  { method, body, headers }: { method: string; body: Buffer; headers: IncomingMessage['headers'] },
): FakeAnswer {
  if (method === 'PUT') {
    const current = objects.get(name);
    const isRefused =
      (headers['if-none-match'] === '*' && current !== undefined) ||
      (headers['if-match'] !== undefined && headers['if-match'] !== etagOf(current));
    if (isRefused) return { status: 412, body: '' };
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
  if (denied.has(name)) return { status: 403, body: '' };
  if (method === 'DELETE') {
    objects.delete(name);
    return { status: 204, body: '' };
  }
  const found = objects.get(name);
  return found === undefined ? noSuchKey : { status: 200, body: found, headers: { etag: etagOf(found) } };
}

const etagOf = (bytes: Uint8Array = new Uint8Array()): string =>
  `"${createHash('md5').update(bytes).digest('hex')}"`;

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
    aws: { endpoint: `${origin}/aws` },
    console: { url: `${origin}/console`, userPool: 'us-east-1_people' },
    control: { baseUrl: `${origin}/control`, token: 'secret-5' },
    history: { baseUrl: `${origin}/history`, token: 'secret-6' },
    pid: process.pid,
  };
}
