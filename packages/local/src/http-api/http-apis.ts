import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Functions } from '../lambda/functions.ts';
import { refuseStrangers } from '../gateway/guard.ts';
import { AccessError, checkSignature } from '../gateway/signature.ts';
import type { Authority } from '../iam/authority.ts';
import { closeServer, keepConnections, readBody, sendJson } from '../machine/http.ts';
import type { Ports } from '../machine/ports.ts';
import { accountId, arn } from '../templates/pseudo-parameters.ts';
import { isThrottle } from '../lambda/throttled.ts';
import { accountRate, Throttle, type Rate } from './throttle.ts';
import { answerOf, eventOf, urlOf } from './payload.ts';
import { matchRoute, type Route } from './route-table.ts';

/** The limits of API Gateway. */
const maxBodyBytes = 10 * 1024 * 1024;
const integrationTimeoutMs = 30_000;

export interface HttpApis {
  /** Listens at once. Until there are routes, every answer is a 404. */
  open(apiId: string): Promise<void>;
  addressOf(apiId: string): string;
  addRoute(apiId: string, route: Route): void;
  /** By the rates of its stage, for each route. */
  throttle(apiId: string, rateOf: (routeKey: string) => Rate): void;
  stop(): Promise<void>;
}

export interface HttpApisOptions {
  readonly ports: Ports;
  readonly functions: Pick<Functions, 'invoke'>;
  readonly bearerToken: string;
  readonly authority: Authority;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

interface Api {
  readonly server: Server;
  readonly port: number;
  readonly routes: Route[];
  throttle: Throttle;
}

export function createHttpApis(options: HttpApisOptions): HttpApis {
  const { ports, functions, now, log } = options;
  const apis = new Map<string, Api>();

  async function answer(apiId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refuseStrangers(request);
    if (refusal !== undefined) return sendJson(response, refusal.status, { message: refusal.message });
    const path = urlOf(request).pathname;
    const api = apis.get(apiId);
    const match = matchRoute(api?.routes ?? [], request.method ?? 'GET', path);
    if (match === undefined) return sendJson(response, 404, { message: 'Not Found' });
    if (api?.throttle.admits(match.route.routeKey) === false)
      return sendJson(response, 429, { message: 'Too Many Requests' });
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) return sendJson(response, 413, { message: 'Request Entity Too Large' });
    if (match.route.guarded && !mayPass({ request, body, apiId }, options))
      return sendJson(response, 403, { message: 'Forbidden' });
    const refused = refusalOfApi(apiId, match.route, options.authority);
    if (refused !== undefined) {
      log(`HTTP API ${apiId}: ${refused}`);
      return sendJson(response, 500, { message: 'Internal Server Error' });
    }
    const event = JSON.stringify(
      eventOf({ request, body, match, apiId, requestId: randomUUID(), now: now() }),
    );
    const invoked = await inTime(functions.invoke(match.route.functionArn, event).catch(unlessThrottled));
    if (invoked === undefined) return sendJson(response, 503, { message: 'Service Unavailable' });
    const given = invoked.ok ? answerOf(invoked.payload) : undefined;
    if (given === undefined) return sendJson(response, 500, { message: 'Internal Server Error' });
    response.writeHead(given.status, { ...given.headers, 'content-length': given.body.length });
    response.end(given.body);
  }

  return {
    open: async (apiId) => {
      const server = createServer((request, response) => {
        answer(apiId, request, response).catch((error: unknown) => {
          log(`HTTP API ${apiId}: ${String(error)}`);
          if (!response.headersSent) sendJson(response, 500, { message: 'Internal Server Error' });
        });
      });
      keepConnections(server);
      apis.set(apiId, {
        server,
        port: await ports.listen(apiId, server),
        routes: [],
        throttle: new Throttle(() => accountRate),
      });
    },
    addressOf: (apiId) => `http://127.0.0.1:${apis.get(apiId)?.port}`,
    throttle: (apiId, rateOf) => {
      const api = apis.get(apiId);
      if (api !== undefined) api.throttle = new Throttle(rateOf);
    },
    addRoute: (apiId, route) => void apis.get(apiId)?.routes.push(route),
    stop: async () => {
      await Promise.all([...apis.values()].map(({ server }) => closeServer(server)));
    },
  };
}

interface Received {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly apiId: string;
}

/** With the token of this machine, which is for people, or with the signature of a role that may call the route. */
function mayPass(
  { request, body, apiId }: Received,
  { bearerToken, authority, now }: HttpApisOptions,
): boolean {
  if (isToken(request, bearerToken)) return true;
  const path = urlOf(request).pathname;
  const resource = arn('execute-api', `${apiId}/$default/${request.method}${path}`);
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

/** API Gateway calls a function only with the permission of the function. */
function refusalOfApi(
  apiId: string,
  { routeKey, functionArn }: Route,
  authority: Authority,
): string | undefined {
  const source = arn('execute-api', `${apiId}/$default/${routeKey.replace(' ', '')}`);
  return authority.refusalOfService('apigateway.amazonaws.com', {
    action: 'lambda:InvokeFunction',
    resource: functionArn,
    context: { 'aws:SourceArn': [source], 'aws:SourceAccount': [accountId] },
  });
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
