import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { Functions, Invoked } from '../lambda/functions.ts';
import { AccessError, checkSignature } from '../iam/signature.ts';
import type { Authority } from '../iam/authority.ts';
import { readBody } from '../base/http.ts';
import { accountId, arn } from '../base/pseudo-parameters.ts';
import { isThrottle } from '../lambda/throttled.ts';
import type { Throttle } from './throttle.ts';
import {
  answerOf,
  authorizerEventOf,
  eventOf,
  urlOf,
  type Answer,
  type Context,
  type Received,
} from './payload.ts';
import { matchRoute, type Route } from './route-table.ts';

/** The limits of API Gateway. */
const maxBodyBytes = 10 * 1024 * 1024;
const integrationTimeoutMs = 30_000;

/** A function that decides about requests. */
export interface Authorizer {
  readonly id: string;
  readonly functionArn: string;
  /** Without one of these, in lower case, a request is refused before the function is asked. */
  readonly headers: readonly string[];
}

export interface Api {
  readonly id: string;
  readonly routes: Route[];
  readonly authorizers: Map<string, Authorizer>;
  readonly stages: Map<string, Throttle>;
}

export interface Answering {
  readonly functions: Pick<Functions, 'invoke'>;
  readonly bearerToken: string;
  readonly authority: Authority;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

/** An answer of the gateway itself. */
export function said(status: number, message: string): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ message })),
  };
}

export async function answerRequest(api: Api, request: IncomingMessage, options: Answering): Promise<Answer> {
  const { functions, now } = options;
  const staged = stageOf(api, urlOf(request).pathname);
  const match = staged && matchRoute(api.routes, request.method ?? 'GET', staged.path);
  if (staged === undefined || match === undefined) return said(404, 'Not Found');
  if (!staged.throttle.admits(match.route.routeKey)) return said(429, 'Too Many Requests');
  const body = await readBody(request, maxBodyBytes);
  if (body === undefined) return said(413, 'Request Entity Too Large');
  const { stage, path } = staged;
  const received = { request, body, match, apiId: api.id, stage, path, requestId: randomUUID(), now: now() };
  if (match.route.guarded && !mayPass(received, options)) return said(403, 'Forbidden');
  const authorized = await authorize(api, received, options);
  if ('refused' in authorized) return authorized.refused;
  const source = `${stage}/${match.route.routeKey.replace(' ', '')}`;
  if (mayNotCall(match.route.functionArn, { api, source }, options))
    return said(500, 'Internal Server Error');
  const event = JSON.stringify(eventOf(received, authorized.context));
  const invoked = await inTime(functions.invoke(match.route.functionArn, event).catch(unlessThrottled));
  if (invoked === undefined) return said(503, 'Service Unavailable');
  const given = invoked.ok ? answerOf(invoked.payload) : undefined;
  return given ?? said(500, 'Internal Server Error');
}

/** The first part of a path names a stage; without such a stage it is the one named `$default`. */
function stageOf({ stages }: Api, path: string) {
  const [, first = ''] = path.split('/');
  const named = stages.get(first);
  if (named !== undefined)
    return { stage: first, throttle: named, path: path.slice(first.length + 1) || '/' };
  const throttle = stages.get('$default');
  return throttle && { stage: '$default', throttle, path };
}

const decisionSchema = z.object({
  isAuthorized: z.boolean(),
  context: z.record(z.string(), z.unknown()).default({}),
});

/** Asks the route's authorizer, if it has one. */
async function authorize(
  api: Api,
  received: Received,
  options: Answering,
): Promise<{ readonly context?: Context } | { readonly refused: Answer }> {
  const { authorizerId } = received.match.route;
  if (authorizerId === undefined) return {};
  const authorizer = api.authorizers.get(authorizerId);
  if (authorizer === undefined) throw new Error(`There is no authorizer ${authorizerId}.`);
  const identity = authorizer.headers.map((name) => String(received.request.headers[name] ?? ''));
  if (identity.includes('')) return { refused: said(401, 'Unauthorized') };
  const failed = { refused: said(500, 'Internal Server Error') };
  const source = `authorizers/${authorizer.id}`;
  if (mayNotCall(authorizer.functionArn, { api, source }, options)) return failed;
  const event = JSON.stringify(authorizerEventOf(received, identity));
  const invoked = await options.functions.invoke(authorizer.functionArn, event).catch(unlessThrottled);
  const decision = decisionOf(invoked);
  if (decision === undefined) return failed;
  return decision.isAuthorized ? { context: decision.context } : { refused: said(403, 'Forbidden') };
}

function decisionOf(invoked: Invoked | undefined): z.infer<typeof decisionSchema> | undefined {
  return invoked?.ok ? decisionSchema.safeParse(JSON.parse(invoked.payload)).data : undefined;
}

/** With the token of this machine, which is for people, or with the signature of a role that may call the route. */
function mayPass(
  { request, body, apiId, stage, path }: Received,
  { bearerToken, authority, now }: Answering,
): boolean {
  if (isToken(request, bearerToken)) return true;
  const resource = arn('execute-api', `${apiId}/${stage}/${request.method}${path}`);
  const { secretOf } = authority;
  const services = ['execute-api'];
  try {
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const key = checkSignature(request, { secretOf, now: now(), services, bodyHash });
    return authority.refusal(key, () => [{ action: 'execute-api:Invoke', resource }]) === undefined;
  } catch (error) {
    if (error instanceof AccessError) return false;
    throw error;
  }
}

function isToken(request: IncomingMessage, token: string): boolean {
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

interface Caller {
  readonly api: Api;
  /** What of the API calls: a route of a stage, or an authorizer. */
  readonly source: string;
}

/** API Gateway calls a function only with the permission of the function. */
function mayNotCall(functionArn: string, { api, source }: Caller, { authority, log }: Answering): boolean {
  const refused = authority.refusalOfService('apigateway.amazonaws.com', {
    action: 'lambda:InvokeFunction',
    resource: functionArn,
    context: {
      'aws:SourceArn': [arn('execute-api', `${api.id}/${source}`)],
      'aws:SourceAccount': [accountId],
    },
  });
  if (refused !== undefined) log(`HTTP API ${api.id}: ${refused}`);
  return refused !== undefined;
}

/** A function that Lambda throttles makes its API unavailable. */
function unlessThrottled(error: unknown): undefined {
  if (!isThrottle(error)) throw error;
}

async function inTime<T>(invocation: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), integrationTimeoutMs);
  });
  return Promise.race([invocation, tooLate]).finally(() => clearTimeout(timer));
}
