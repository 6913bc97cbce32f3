import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, keepConnections } from '../base/http.ts';
import type { Ports } from '../base/ports.ts';
import { allowPage, answerPreflight, type CorsRule } from './cors.ts';
import type { Exchange } from './exchange/exchange.ts';
import { operationOf } from './router.ts';
import { readFile, writeFile, type SiteFile } from './site-files.ts';
import type { Notification, Send } from './store/journal.ts';
import { ObjectStore, type Lock } from './store/object-store.ts';
import { S3Error } from './wire/s3-error.ts';
import { refuseStrangers } from '../gateway/guard.ts';
import { AccessError, checkSignature } from '../iam/signature.ts';
import type { Authority } from '../iam/authority.ts';
import type { Access } from '../iam/policy.ts';
import { listing, s3Accesses } from '../iam/s3-requests.ts';
import { toXml } from './wire/xml.ts';

export interface S3Server {
  readonly endpoint: string;
  declareBucket(name: string, versioned: boolean, lock?: Lock): void;
  /** By these, pages that are served here may use the bucket. */
  setCors(bucket: string, rules: readonly CorsRule[]): void;
  /** Pages of this origin are served on this machine. All others are refused, whatever the rules of a bucket say. */
  know(origin: string): void;
  /** An object for the machine itself, without a request; undefined if there is none. */
  read(bucket: string, key: string): Promise<SiteFile | undefined>;
  write(bucket: string, key: string, file: SiteFile): Promise<void>;
  setNotifications(bucket: string, notifications: readonly Notification[]): void;
  /** Sends the notifications that are waiting, and from now on every new one. */
  deliverTo(send: Send): void;
  /** Notifications that are not sent yet stay for the next start. */
  stopDelivery(): Promise<void>;
  stop(): Promise<void>;
}

export interface S3Options {
  readonly dataDir: string;
  readonly ports: Ports;
  readonly authority: Authority;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

const maxKeyBytes = 1024;

/** S3 with its data in a folder. Only path-style addresses are served. */
export async function startS3({ dataDir, ports, authority, now, log }: S3Options): Promise<S3Server> {
  const store = new ObjectStore(dataDir, now);
  const origins = new Set<string>();
  const cors = new Map<string, readonly CorsRule[]>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    response.setHeader('x-amz-request-id', requestId);
    try {
      const refusal = refuseStrangers(request, origins);
      if (refusal !== undefined) throw new S3Error('AccessDenied', refusal.message);
      if (request.headers.origin !== undefined) {
        const rule = allowPage(cors.get(placeIn(request).bucket) ?? [], request, response);
        if (request.method === 'OPTIONS') return answerPreflight(rule, request, response);
      }
      const { secretOf } = authority;
      const accessKeyId = checkSignature(request, { secretOf, now: now(), services: ['s3'] });
      const demand = (accesses: () => readonly Access[]): void => {
        const refused = authority.refusal(accessKeyId, accesses);
        if (refused !== undefined) throw new S3Error('AccessDenied', refused);
      };
      const principalId = authority.principalOf(accessKeyId);
      const exchange = exchangeOf({ store, request, response, requestId, principalId, demand });
      demand(() => s3Accesses({ ...exchange, method: request.method, headers: request.headers }));
      await admitted(exchange);
    } catch (error) {
      if (asS3Error(error).code === 'InternalError' && !request.destroyed)
        log(`S3 ${request.method}: ${String(error)}`);
      sendError(error, request, response);
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  keepConnections(server);
  // An upload may take any time.
  server.requestTimeout = 0;
  const port = await ports.listen('s3', server);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    declareBucket: (name, versioned, lock) => store.declareBucket(name, versioned, lock),
    setCors: (bucket, rules) => void cors.set(bucket, rules),
    read: (bucket, key) => readFile(store, bucket, key),
    write: (bucket, key, file) => writeFile(store, { bucket, key, file }),
    know: (origin) => void origins.add(origin),
    setNotifications: (bucket, notifications) => store.setNotifications(bucket, notifications),
    deliverTo: (send) => store.journal.deliverTo(send, log),
    stopDelivery: store.journal.stop,
    stop: async () => {
      await store.journal.stop();
      await closeServer(server);
      store.close();
    },
  };
}

/** That there is no such object is for those who may list the bucket. */
async function admitted(exchange: Exchange): Promise<void> {
  try {
    await operationOf(exchange)(exchange);
  } catch (error) {
    if (error instanceof S3Error && error.code === 'NoSuchKey')
      exchange.demand(() => [listing(exchange.bucket)]);
    throw error;
  }
}

interface Raw {
  readonly store: ObjectStore;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly principalId: string;
  readonly demand: Exchange['demand'];
}

function exchangeOf(raw: Raw): Exchange {
  const url = new URL(raw.request.url ?? '/', 'http://local');
  const { bucket, key } = placeIn(raw.request);
  if (Buffer.byteLength(key) > maxKeyBytes) throw new S3Error('KeyTooLongError', 'Your key is too long.');
  return { ...raw, bucket, key, query: url.searchParams };
}

/** A URL would resolve the `..` of a key. */
function placeIn({ url = '/' }: IncomingMessage): { readonly bucket: string; readonly key: string } {
  const path = decodedPath(url.split('?', 1)[0] ?? '/');
  const [bucket = '', ...rest] = path.slice(1).split('/');
  return { bucket, key: rest.join('/') };
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Error('InvalidArgument', "Couldn't parse the specified URI.");
  }
}

function sendError(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  const known = asS3Error(error);
  // The rest of the request has to be read, or the client never reads the answer.
  request.resume();
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const bare = request.method === 'HEAD' || known.status === 304;
  const body = bare
    ? ''
    : toXml('Error', { Code: known.code, Message: known.message }).replace(/ xmlns="[^"]*"/, '');
  response.writeHead(known.status, {
    ...known.headers,
    ...(bare ? {} : { 'content-type': 'application/xml' }),
  });
  response.end(body);
}

function asS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof AccessError) return new S3Error(error.code, error.message);
  return new S3Error('InternalError', 'We encountered an internal error. Please try again.');
}
