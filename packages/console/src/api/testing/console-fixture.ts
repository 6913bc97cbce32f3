import type { HttpRequest, HttpResponse } from '@sluice/aws-kit/handlers';
import { authorize } from '../authorize/authorize.ts';
import { routeKeyOf, routeOf } from '../route-of.ts';
import { consoleRoutes } from '../routes.ts';
import { consoleSession } from '../session/console-session.ts';
import { createUserPool } from '../session/user-pool.ts';
import type { DropFolders } from '../upload/drop-folders.ts';
import { createMemoryItems } from './memory-items.ts';
import { fakeUserPool, pool, type PoolPerson } from './user-pool.ts';

export const minutes = 60_000;

/** What a script of our page sends with an act. */
export const ourHeaders = {
  'content-type': 'application/json',
  'x-sluice-console': '1',
  'sec-fetch-site': 'same-origin',
};

type Asked = Partial<Pick<HttpRequest, 'query' | 'cookies' | 'headers' | 'body'>>;

/** The sign-in and the authorizer of a console over a user pool, with a clock that is set. */
export function aConsole(dropFolders: DropFolders = {}) {
  let [time, secrets] = [Date.parse('2026-03-01T08:00:00.000Z'), 0];
  const now = () => new Date(time);
  const userPool = fakeUserPool(now);
  const items = createMemoryItems();
  const services = {
    ...{ items, now, consoleUrl: pool.consoleUrl, stack: 'sluice', settings: [], dropFolders },
    pool: createUserPool({ ...pool, fetch: (...asked) => userPool.fetch(...asked), now }),
    newSecret: () => String((secrets += 1)).padStart(43, 'S'),
  };

  const ask = (method: string, path: string, asked: Asked = {}): Promise<HttpResponse> => {
    const request = { method, path, query: {}, headers: {}, body: '', sourceIp: '', ...asked };
    return consoleSession(request, services);
  };
  const begin = async (to = '/runs', asked: Asked = {}) => {
    const begun = await ask('GET', '/sign-in', { query: { to }, ...asked });
    return { address: String(begun.headers?.['location']), cookies: jarOf(begun) };
  };
  const comeBack = (back: URL, cookies: Record<string, string>) =>
    ask('GET', '/signed-in', { query: Object.fromEntries(back.searchParams), cookies });

  return {
    ...{ services, items, userPool, ask, begin, comeBack },
    pass: (ms: number) => (time += ms),
    /** @returns the cookies of a browser in which this person has signed in */
    signIn: async (person: PoolPerson, before: Asked = {}): Promise<Record<string, string>> => {
      const { address, cookies } = await begin('/runs', before);
      return jarOf(await comeBack(userPool.signIn(address, person), cookies));
    },
    /** Whether the authorizer lets a request through. `routeKey` as API Gateway chooses it, for the path. */
    decide: (method: string, path: string, asked: Asked & { readonly routeKey?: string } = {}) => {
      const name = routeOf({ method, path });
      const routeKey = name ? routeKeyOf(consoleRoutes[name]) : '';
      const request = { method, path, query: {}, headers: ourHeaders, body: '', sourceIp: '' };
      return authorize({ ...request, routeKey, ...asked }, services);
    },
  };
}

/** What a browser then sends. */
export function jarOf({ cookies = [] }: HttpResponse): Record<string, string> {
  const pairs = cookies.map((cookie) => (cookie.split(';', 1)[0] ?? '').split('='));
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

export const aPerson = (...groups: string[]): PoolPerson => ({
  sub: 'p-1',
  email: 'dana@example.com',
  groups,
});
