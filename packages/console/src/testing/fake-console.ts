import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { consoleRoutes, type ConsoleRouteName, type Role } from '../api/routes.ts';
import { actHeader, type Session } from '../api/shapes.ts';
import type { AddressInfo } from 'node:net';
import { buildConsole } from '../build.ts';
import { contentPolicy } from '../policy.ts';
import { answers, type Asked, type World } from './fake-answers.ts';

/** As the distribution sends it. Violations are reported to this server. */
export const policy = `${contentPolicy([])}; report-uri /violation`;

export interface FakeConsole {
  readonly url: string;
  readonly world: World;
  /** What the browser refused. */
  readonly violations: readonly unknown[];
  readonly close: () => void;
}

const sessionOf = ({ roles, folders }: World): Session => ({
  person: { id: 'p-1', name: 'Petra Approver', email: 'petra@example.com' },
  roles: [...roles],
  ...(folders && { folders }),
  stack: 'Sluice-local',
  until: new Date(Date.now() + 3_600_000).toISOString(),
});

let built: ReturnType<typeof buildConsole> | undefined;

/** Serves the console as it is built, and answers its API from a world in memory. */
export async function startFakeConsole(world: World, { port = 0 } = {}): Promise<FakeConsole> {
  const files = await (built ??= buildConsole());
  const violations: unknown[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    response.setHeader('content-security-policy', policy);
    if (world.network === 'down') {
      request.socket.destroy();
    } else if (pathname === '/violation') {
      violations.push(await json(request));
      response.end();
    } else if (pathname.startsWith('/bucket/') && request.method === 'PUT') {
      const bytes = await buffer(request);
      world.objects.push({ key: decodeURIComponent(pathname.slice('/bucket/'.length)), bytes });
      if (world.network === 'up') response.end();
      else request.socket.destroy();
    } else if (pathname.startsWith('/files/')) {
      const [, from = 0, to = Infinity] = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '') ?? [];
      response.end(world.files.get(pathname.slice('/files/'.length))?.subarray(Number(from), Number(to) + 1));
    } else if (pathname.startsWith('/api/')) {
      await answerApi({ path: pathname.slice('/api'.length), query: searchParams, request, response, world });
    } else {
      const file = files.find(({ name }) => `/${name}` === pathname) ?? files[0];
      response.setHeader('content-type', file?.type ?? '').end(file?.contents);
    }
  };
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, world, violations, close };
}

interface ApiRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly world: World;
}

async function answerApi({ path, query, request, response, world }: ApiRequest): Promise<void> {
  const send = (status: number, body: unknown): void => {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  const refuse = (status: number, code: string): void => send(status, { error: { code, message: code } });
  const found = routeOf(request.method ?? 'GET', path);
  if (found === undefined) return refuse(404, 'not_found');
  if (world.roles.length === 0) return refuse(401, 'unauthorized');
  const { may } = consoleRoutes[found.name];
  if (may !== 'everyone' && !world.roles.some((role) => (may as readonly Role[]).includes(role)))
    return send(403, { message: 'Forbidden' });
  if (request.method !== 'GET' && request.headers[actHeader.name] !== actHeader.value)
    return refuse(403, 'forged');
  if (found.name === 'session') return send(200, sessionOf(world));
  const body = request.method === 'GET' ? undefined : await json(request);
  const asked: Asked = { parts: found.parts, query: Object.fromEntries(query), body, world };
  const answer = answers[found.name]?.(asked);
  if (answer === undefined) return refuse(404, 'not_found');
  if (answer instanceof Error) return send(409, { error: { code: 'conflict', message: answer.message } });
  send(200, answer);
}

function routeOf(method: string, path: string) {
  for (const [name, route] of Object.entries(consoleRoutes)) {
    const pattern = new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/gu, '(?<$1>[^/]+)')}$`, 'u');
    const match = pattern.exec(path);
    if (route.method !== method || match === null) continue;
    const parts = Object.entries(match.groups ?? {}).map(([part, value]) => [
      part,
      decodeURIComponent(value),
    ]);
    return { name: name as ConsoleRouteName, parts: Object.fromEntries(parts) as Record<string, string> };
  }
  return undefined;
}
