import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type Provider from 'oidc-provider';
import { hostName, refuseOthers, type Gate } from '../cloudfront/gate.ts';
import { refuseStrangers } from '../gateway/guard.ts';
import { urlOf } from '../http-api/payload.ts';
import { closeServer, keepConnections, readBody } from '../base/http.ts';
import type { Ports } from '../base/ports.ts';
import type { Group } from './group.ts';
import { openPeople, type GivenPerson, type People } from './people.ts';
import { createProvider, type PoolClient } from './provider.ts';
import { signInHeaders, signInPage } from './sign-in-page.ts';
import { openTokenStore } from './token-store.ts';

export interface UserPools {
  readonly people: People;
  /** Listens at once. */
  open(poolId: string, issuer: string): Promise<void>;
  /** Of its domain: where functions ask for tokens, and browsers are sent on to the name of this machine. */
  addressOf(poolId: string): string;
  addClient(poolId: string, client: PoolClient): void;
  addGroup(poolId: string, group: Group): void;
  /** Of all pools. */
  groups(): readonly Group[];
  stop(): Promise<void>;
}

export interface UserPoolsOptions {
  readonly dataDir: string;
  readonly ports: Ports;
  readonly gate: Gate;
  /** The bearer token of the system. */
  readonly token: string;
  /** Who may sign in, besides those who are added later. */
  readonly people: readonly GivenPerson[];
  readonly log: (line: string) => void;
}

interface Pool {
  readonly issuer: string;
  readonly server: Server;
  readonly port: number;
  readonly clients: PoolClient[];
  readonly groups: Group[];
  provider?: Promise<Provider>;
}

/** What programs ask; everything else is for browsers. */
const forPrograms = ['/oauth2/token', '/oauth2/revoke'];

export function createUserPools(options: UserPoolsOptions): UserPools {
  const { dataDir, ports, gate, token, log } = options;
  const pools = new Map<string, Pool>();
  // Somebody may be added before anybody signs in.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const people = openPeople(join(dataDir, 'people.json'), options.people);
  const secret = createHmac('sha256', token).update('user pools').digest('base64url');

  function providerOf(poolId: string, pool: Pool): Promise<Provider> {
    const { issuer, clients, groups } = pool;
    const store = openTokenStore(join(dataDir, `${poolId}.json`));
    return createProvider({ issuer, clients, groups, people, store, secret });
  }

  async function serve(poolId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pool = poolOf(poolId);
    const { pathname } = urlOf(request);
    const isProgram = forPrograms.includes(pathname);
    if (!isProgram && refuseStrangers(request) === undefined) {
      // A browser came by the address that functions know.
      response.writeHead(307, { location: `http://${hostName}:${pool.port}${request.url}` }).end();
      return;
    }
    const refusal = isProgram ? refuseStrangers(request) : refuseOthers(request);
    if (refusal !== undefined) return say(response, refusal.status, refusal.message);
    if (!isProgram && !gate.isOpenTo(request))
      return say(response, 403, `Open the address that \`${gate.opener}\` prints first.`);
    if (pathname === '/logout') return signOut(pool, request, response);
    const provider = await (pool.provider ??= providerOf(poolId, pool));
    if (pathname.startsWith('/login/')) return signIn(pool, { people, provider, request, response });
    await provider.callback()(request, response);
  }

  function poolOf(poolId: string): Pool {
    const pool = pools.get(poolId);
    if (pool === undefined) throw new Error(`There is no user pool ${poolId}.`);
    return pool;
  }

  return {
    people,
    open: async (poolId, issuer) => {
      const server = createServer((request, response) => {
        serve(poolId, request, response).catch((error: unknown) => {
          log(`User pool ${poolId}: ${String(error)}`);
          if (!response.headersSent) say(response, 400, 'This sign-in is over. Begin again in the console.');
        });
      });
      keepConnections(server);
      const port = await ports.listen(poolId, server);
      pools.set(poolId, { issuer, server, port, clients: [], groups: [] });
    },
    addressOf: (poolId) => `http://127.0.0.1:${poolOf(poolId).port}`,
    addClient: (poolId, client) => void poolOf(poolId).clients.push(client),
    addGroup: (poolId, group) => void poolOf(poolId).groups.push(group),
    groups: () => [...pools.values()].flatMap(({ groups }) => groups),
    stop: async () => {
      await Promise.all([...pools.values()].map(({ server }) => closeServer(server)));
    },
  };
}

interface Exchange {
  readonly people: People;
  readonly provider: Provider;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Shows who can sign in, or goes on as one of them. */
async function signIn({ clients }: Pool, { people, provider, request, response }: Exchange): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    const page = signInPage(people.all().filter(({ enabled }) => enabled));
    response.writeHead(200, signInHeaders(clients.flatMap(({ callbacks }) => callbacks))).end(page);
    return;
  }
  const form = new URLSearchParams((await readBody(request, 1000))?.toString());
  const accountId = form.get('person') ?? '';
  if (!people.byId(accountId)?.enabled) return say(response, 400, 'There is no such person.');
  await provider.interactionFinished(request, response, { login: { accountId } });
}

/** Forgets who signed in, and goes where the client may send people. */
function signOut({ clients }: Pool, request: IncomingMessage, response: ServerResponse): void {
  const query = urlOf(request).searchParams;
  const client = clients.find(({ id }) => id === query.get('client_id'));
  const to = query.get('logout_uri') ?? '';
  if (!client?.logouts.includes(to)) return say(response, 400, 'This client may not send people there.');
  const forgotten = ['_session', '_session.sig'].map((name) => `${name}=; Path=/; HttpOnly; Max-Age=0`);
  response.writeHead(302, { location: to, 'set-cookie': forgotten }).end();
}

function say(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
}
