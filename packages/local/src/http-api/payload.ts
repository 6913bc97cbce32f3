import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { accountId, arn } from '../base/pseudo-parameters.ts';
import { decoded, type Match } from './route-table.ts';

export interface Received {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly match: Match;
  readonly apiId: string;
  readonly stage: string;
  /** Without the name of the stage. */
  readonly path: string;
  readonly requestId: string;
  readonly now: Date;
}

const textTypes = /^(text\/|application\/(json|javascript|xml)\b)/i;

/** A URL that begins with two slashes is a path here and does not name a host. */
export function urlOf({ url = '/' }: Pick<IncomingMessage, 'url'>): URL {
  return url.startsWith('/') ? new URL(`http://local${url}`) : new URL(url, 'http://local');
}

/** What the function of an authorizer said of a request. */
export type Context = Readonly<Record<string, unknown>>;

/** The event of payload format 2.0. */
export function eventOf(received: Received, context?: Context): object {
  const { request, body, match } = received;
  const isText = textTypes.test(request.headers['content-type'] ?? 'text/plain');
  const authorizer = authorizerOf(match, context);
  const { requestContext, ...described } = describedBy(received);
  return {
    version: '2.0',
    ...described,
    requestContext: { ...requestContext, ...(authorizer && { authorizer }) },
    ...(body.length > 0 && { body: isText ? body.toString('utf8') : body.toString('base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function authorizerOf({ route }: Match, context: Context | undefined): object | undefined {
  if (route.guarded) return { iam: { accountId, userId: 'local', callerId: 'local' } };
  return context && { lambda: context };
}

/** The event of a function that authorizes requests: all but the body. */
export function authorizerEventOf(received: Received, identity: readonly string[]): object {
  const { request, apiId, stage, path } = received;
  const resource = `${apiId}/${stage}/${request.method}${path}`;
  return {
    version: '2.0',
    type: 'REQUEST',
    routeArn: arn('execute-api', resource),
    identitySource: identity,
    ...describedBy(received),
  };
}

function describedBy({ request, match, apiId, stage, requestId, now }: Received) {
  const url = urlOf(request);
  const { cookie, ...headers } = request.headersDistinct;
  const path = decoded(url.pathname);
  const domainName = request.headers.host ?? '127.0.0.1';
  return {
    routeKey: match.route.routeKey,
    rawPath: path,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.flatMap((line) => line.split('; ')) }),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, values]) => [name, values?.join(',') ?? '']),
    ),
    ...(url.search.length > 1 && { queryStringParameters: queryOf(url.searchParams) }),
    ...(Object.keys(match.pathParameters).length > 0 && { pathParameters: match.pathParameters }),
    requestContext: {
      accountId,
      apiId,
      domainName,
      domainPrefix: domainName.split('.')[0],
      http: {
        method: request.method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: match.route.routeKey,
      stage,
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
  };
}

function queryOf(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

const responseSchema = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.coerce.string()).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** The HTTP response that API Gateway makes from a function's answer. Undefined when the response is a 500. */
export function answerOf(payload: string): Answer | undefined {
  const value: unknown = JSON.parse(payload);
  const hasStatus = z.object({ statusCode: z.unknown() }).safeParse(value).data?.statusCode !== undefined;
  // Without a status code the whole answer is the body.
  if (!hasStatus)
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(payload) };
  const response = responseSchema.safeParse(value).data;
  if (response === undefined) return undefined;
  const headers = Object.fromEntries(
    Object.entries(response.headers ?? {}).map(([name, text]) => [name.toLowerCase(), text]),
  );
  return {
    status: response.statusCode,
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...headers,
      ...(response.cookies && { 'set-cookie': response.cookies }),
    },
    body: Buffer.from(response.body ?? '', response.isBase64Encoded ? 'base64' : 'utf8'),
  };
}
