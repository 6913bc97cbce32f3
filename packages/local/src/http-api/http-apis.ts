import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { refuseStrangers } from '../gateway/guard.ts';
import { closeServer, keepConnections } from '../base/http.ts';
import type { Ports } from '../base/ports.ts';
import { answerRequest, said, type Answering, type Api, type Authorizer } from './answer-request.ts';
import type { Answer } from './payload.ts';
import type { Route } from './route-table.ts';
import { Throttle, type Rate } from './throttle.ts';

export interface HttpApis {
  /** Listens at once. Until there are routes and a stage, every answer is a 404. */
  open(apiId: string): Promise<void>;
  addressOf(apiId: string): string;
  addRoute(apiId: string, route: Route): void;
  addAuthorizer(apiId: string, authorizer: Authorizer): void;
  /** With the rate of each route. */
  addStage(apiId: string, name: string, rateOf: (routeKey: string) => Rate): void;
  /** The answer to a request that came another way, such as through a distribution. */
  answer(apiId: string, request: IncomingMessage): Promise<Answer>;
  stop(): Promise<void>;
}

export interface HttpApisOptions extends Answering {
  readonly ports: Ports;
}

interface Listening extends Api {
  readonly server: Server;
  readonly port: number;
}

export function createHttpApis(options: HttpApisOptions): HttpApis {
  const { ports, log } = options;
  const apis = new Map<string, Listening>();

  function apiOf(apiId: string): Listening {
    const api = apis.get(apiId);
    if (api === undefined) throw new Error(`There is no HTTP API ${apiId}.`);
    return api;
  }

  async function answer(apiId: string, request: IncomingMessage): Promise<Answer> {
    try {
      return await answerRequest(apiOf(apiId), request, options);
    } catch (error) {
      log(`HTTP API ${apiId}: ${String(error)}`);
      return said(500, 'Internal Server Error');
    }
  }

  async function serve(apiId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refuseStrangers(request);
    const { status, headers, body } =
      refusal === undefined ? await answer(apiId, request) : said(refusal.status, refusal.message);
    response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
  }

  return {
    open: async (apiId) => {
      const server = createServer((request, response) => void serve(apiId, request, response));
      keepConnections(server);
      apis.set(apiId, {
        id: apiId,
        server,
        port: await ports.listen(apiId, server),
        routes: [],
        authorizers: new Map(),
        stages: new Map(),
      });
    },
    addressOf: (apiId) => `http://127.0.0.1:${apis.get(apiId)?.port}`,
    addStage: (apiId, name, rateOf) => void apiOf(apiId).stages.set(name, new Throttle(rateOf)),
    addRoute: (apiId, route) => void apiOf(apiId).routes.push(route),
    addAuthorizer: (apiId, authorizer) => void apiOf(apiId).authorizers.set(authorizer.id, authorizer),
    answer,
    stop: async () => {
      await Promise.all([...apis.values()].map(({ server }) => closeServer(server)));
    },
  };
}
