import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Answer } from '../http-api/payload.ts';
import { urlOf } from '../http-api/payload.ts';
import type { HttpApis } from '../http-api/http-apis.ts';
import type { Authority } from '../iam/authority.ts';
import { isLike } from '../iam/policy.ts';
import { closeServer, keepConnections } from '../base/http.ts';
import type { Ports } from '../base/ports.ts';
import type { S3Server } from '../s3/s3-server.ts';
import { accountId, partition } from '../base/pseudo-parameters.ts';
import type { PolicyHeader } from './headers-policy.ts';
import { hostName, refuseOthers, text, type Gate } from './gate.ts';

/** Where a distribution takes its answers from. A bucket admits it only by its policy. */
export type Origin = { readonly bucket: string } | { readonly apiId: string };

export interface Behaviour {
  /** Such as `/api/*`. */
  readonly pattern: string;
  readonly methods: readonly string[];
  readonly origin: Origin;
  /** The policy by which answers get more headers. */
  readonly headersPolicy: string | undefined;
}

export interface Distribution {
  /** What is at `/`. */
  readonly rootObject: string;
  /** The first whose pattern matches decides; the last one matches everything. */
  readonly behaviours: readonly Behaviour[];
}

export interface Distributions {
  /** Listens at once. It answers only 503 until it is configured. */
  open(id: string): Promise<void>;
  addressOf(id: string): string;
  configure(id: string, distribution: Distribution): void;
  addHeadersPolicy(id: string, headers: readonly PolicyHeader[]): void;
  stop(): Promise<void>;
}

export interface DistributionsOptions {
  readonly ports: Ports;
  readonly authority: Authority;
  readonly apis: Pick<HttpApis, 'answer'>;
  readonly s3: Pick<S3Server, 'read'>;
  readonly gate: Gate;
  readonly log: (line: string) => void;
}

interface Listening {
  readonly server: Server;
  readonly port: number;
  distribution?: Distribution;
}

export function distributionArn(id: string): string {
  return `arn:${partition}:cloudfront::${accountId}:distribution/${id}`;
}

/** Serves pages and an API from one origin, as CloudFront does, to browsers that had a key. */
export function createDistributions(options: DistributionsOptions): Distributions {
  const { ports, gate, log } = options;
  const all = new Map<string, Listening>();
  const policies = new Map<string, readonly PolicyHeader[]>();

  async function answer(id: string, request: IncomingMessage): Promise<Answer> {
    const refusal = refuseOthers(request);
    if (refusal !== undefined) return text(refusal.status, `${refusal.message}\n`);
    if (!gate.isOpenTo(request)) return gate.answer(request);
    const distribution = all.get(id)?.distribution;
    if (distribution === undefined) return text(503, 'The system is starting.\n');
    return distributed({ id, distribution, request, policies }, options);
  }

  async function serve(id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await answer(id, request).catch((error: unknown) => {
      log(`Distribution ${id}: ${String(error)}`);
      return text(502, 'The origin does not answer.\n');
    });
    response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': body.length }) });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  return {
    open: async (id) => {
      const server = createServer((request, response) => void serve(id, request, response));
      keepConnections(server);
      all.set(id, { server, port: await ports.listen(id, server) });
    },
    addressOf: (id) => `http://${hostName}:${all.get(id)?.port}`,
    configure: (id, distribution) => {
      const listening = all.get(id);
      if (listening !== undefined) listening.distribution = distribution;
    },
    addHeadersPolicy: (id, headers) => void policies.set(id, headers),
    stop: async () => {
      await Promise.all([...all.values()].map(({ server }) => closeServer(server)));
    },
  };
}

interface Asked {
  readonly id: string;
  readonly distribution: Distribution;
  readonly request: IncomingMessage;
  readonly policies: ReadonlyMap<string, readonly PolicyHeader[]>;
}

async function distributed(asked: Asked, options: DistributionsOptions): Promise<Answer> {
  const { distribution, request, policies } = asked;
  const path = urlOf(request).pathname;
  const behaviour = distribution.behaviours.find(({ pattern }) => isLike(pattern, path));
  if (behaviour === undefined || !behaviour.methods.includes(request.method ?? ''))
    return text(403, 'This distribution does not allow this request.\n');
  const { origin } = behaviour;
  const given =
    'apiId' in origin
      ? await options.apis.answer(origin.apiId, request)
      : await fromBucket(origin.bucket, asked, options);
  const added = (policies.get(behaviour.headersPolicy ?? '') ?? []).filter(
    ({ name, override }) => override || given.headers[name] === undefined,
  );
  return {
    ...given,
    headers: { ...given.headers, ...Object.fromEntries(added.map(({ name, value }) => [name, value])) },
  };
}

async function fromBucket(
  bucket: string,
  { id, distribution, request }: Asked,
  { authority, s3 }: DistributionsOptions,
): Promise<Answer> {
  const path = urlOf(request).pathname;
  const key = path === '/' ? distribution.rootObject : decodeURIComponent(path.slice(1));
  const refused = authority.refusalOfService('cloudfront.amazonaws.com', {
    action: 's3:GetObject',
    resource: `arn:aws:s3:::${bucket}/${key}`,
    context: { 'aws:SourceArn': [distributionArn(id)] },
  });
  const found = refused === undefined ? await s3.read(bucket, key) : undefined;
  // Without the permission to list a bucket, CloudFront does not learn whether an object is missing.
  if (found === undefined) return text(403, 'Access denied.\n');
  return { status: 200, headers: found.headers, body: found.body };
}
