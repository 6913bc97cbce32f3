import { describe, expect, it } from 'vitest';
import { captureLog } from '../../../../aws-kit/src/handlers/testing/lambda.ts';
import { consoleRoutes, roles, type ConsoleRoute } from '../routes.ts';
import { aConsole, aPerson, minutes, ourHeaders } from '../testing/console-fixture.ts';

captureLog();

const routes: (ConsoleRoute & { readonly name: string })[] = Object.entries(consoleRoutes).map(
  ([name, route]) => ({ name, ...route }),
);
/** Some request of a route. */
const pathOf = ({ path }: ConsoleRoute): string => path.replaceAll(/\{\w+\}/gu, 'x');

async function signedIn(...groups: string[]) {
  const console = aConsole();
  const person = aPerson(...groups);
  const cookies = await console.signIn(person);
  return { ...console, person, cookies };
}

describe.each(roles)('a person with the role %s', (role) => {
  it.each(routes.map((route) => [route.name, route] as const))(
    'reaches the route %s exactly if the table says so',
    async (_name, route) => {
      const { decide, cookies } = await signedIn(role, 'hr');
      const may = route.may === 'everyone' || route.may.includes(role);
      const person = { personId: 'p-1', email: 'dana@example.com', roles: [role], groups: ['hr'] };
      expect(await decide(route.method, pathOf(route), { cookies })).toEqual(may ? { person } : 'refused');
    },
  );
});

describe.each(routes.filter(({ may }) => may !== 'everyone'))('$method $path', (route) => {
  const request = [route.method, pathOf(route)] as const;

  it('is refused without a session, and with a cookie that is none', async () => {
    const { decide } = await signedIn('admin');
    for (const value of [undefined, '', 'x', 'S'.repeat(43), `${'S'.repeat(42)}/`])
      expect(
        await decide(...request, { cookies: value === undefined ? {} : { '__Host-sluice': value } }),
      ).toBe('refused');
  });

  it('is refused to a person in no group of ours, and in a group with another name', async () => {
    const { decide, cookies, person, pass } = await signedIn('admin');
    person.groups = ['Admin', 'admins'];
    pass(15 * minutes);
    expect(await decide(...request, { cookies })).toBe('refused');
  });
});

const forged: [string, Record<string, string | undefined>][] = [
  ['without our header', { 'x-sluice-console': undefined }],
  ['with another value of our header', { 'x-sluice-console': '0' }],
  ['without Sec-Fetch-Site', { 'sec-fetch-site': undefined }],
  ['of another site', { 'sec-fetch-site': 'cross-site' }],
  ['of another host of our site', { 'sec-fetch-site': 'same-site' }],
  ['that a person typed', { 'sec-fetch-site': 'none' }],
  ['of a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['of a form with text', { 'content-type': 'text/plain' }],
  ['without a content type', { 'content-type': undefined }],
];
describe.each(routes.filter(({ method }) => method !== 'GET'))('$method $path', (route) => {
  it.each(forged)('is refused %s', async (_how, changed) => {
    const { decide, cookies } = await signedIn(...roles);
    const headers = Object.fromEntries(
      Object.entries({ ...ourHeaders, ...changed }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    expect(await decide(route.method, pathOf(route), { cookies, headers })).toBe('refused');
    expect(await decide(route.method, pathOf(route), { cookies })).not.toBe('refused');
  });
});

describe('the authorizer', () => {
  it('takes JSON with a charset for JSON', async () => {
    const { decide, cookies } = await signedIn('admin');
    const headers = { ...ourHeaders, 'content-type': 'Application/JSON; charset=utf-8' };
    expect(await decide('POST', '/uploads', { cookies, headers })).not.toBe('refused');
  });

  it('refuses a path that its function would read as another route than API Gateway', async () => {
    const { decide, cookies } = await signedIn('viewer');
    const run = 'GET /runs/{runId}';
    expect(await decide('GET', '/runs/x', { cookies, routeKey: run })).not.toBe('refused');
    // API Gateway decodes a path: `/runs/x%2Fevents` may be the run `x/events` there, and its events here.
    expect(await decide('GET', '/runs/x/events', { cookies, routeKey: run })).toBe('refused');
    expect(await decide('GET', '/runs/x', { cookies, routeKey: '$default' })).toBe('refused');
    expect(await decide('GET', '/elsewhere', { cookies, routeKey: run })).toBe('refused');
    expect(await decide('HEAD', '/runs/x', { cookies, routeKey: run })).toBe('refused');
  });

  it('asks the user pool again after 15 minutes, and takes what it says then', async () => {
    const { decide, cookies, person, pass, userPool } = await signedIn('viewer');
    const asked = userPool.posted.length;
    pass(15 * minutes - 1);
    person.groups = ['viewer', 'operator', 'hr'];
    person.email = 'new@example.com';
    expect(await decide('GET', '/profiles', { cookies })).toBe('refused');
    expect(userPool.posted).toHaveLength(asked);
    pass(1);
    const decision = await decide('GET', '/profiles', { cookies });
    const groups = ['hr'];
    expect(decision).toMatchObject({
      person: { email: 'new@example.com', roles: ['viewer', 'operator'], groups },
    });
    await decide('GET', '/profiles', { cookies });
    expect(userPool.posted).toHaveLength(asked + 1);
  });

  it('lets nobody in whom the user pool has disabled since, also once they are enabled again', async () => {
    const { decide, cookies, person, pass, items } = await signedIn('admin');
    person.disabled = true;
    pass(15 * minutes);
    expect(await decide('GET', '/runs', { cookies })).toBe('refused');
    person.disabled = false;
    expect(await decide('GET', '/runs', { cookies })).toBe('refused');
    expect(items.stored.size).toBe(0);
  });

  it('lets nobody in while a user pool that must be asked does not answer, and keeps the session', async () => {
    const { decide, cookies, pass, userPool } = await signedIn('admin');
    pass(15 * minutes);
    userPool.down = 503;
    await expect(decide('GET', '/runs', { cookies })).rejects.toThrow('HTTP 503');
    userPool.down = undefined;
    expect(await decide('GET', '/runs', { cookies })).not.toBe('refused');
  });

  it('ends a session after 12 hours, although it was in use', async () => {
    const { decide, cookies, pass } = await signedIn('admin');
    for (let hour = 0; hour < 12; hour += 1) {
      expect(await decide('GET', '/runs', { cookies })).not.toBe('refused');
      pass(60 * minutes);
    }
    expect(await decide('GET', '/runs', { cookies })).toBe('refused');
  });

  it('does not bring a session back that ended while the user pool was asked', async () => {
    const { decide, cookies, pass, userPool, ask, items } = await signedIn('admin');
    pass(15 * minutes);
    const { fetch } = userPool;
    const meanwhile = async (...asked: Parameters<typeof fetch>) => {
      const answer = await fetch(...asked);
      userPool.fetch = fetch;
      await ask('POST', '/sign-out', { cookies });
      return answer;
    };
    userPool.fetch = meanwhile;
    expect(await decide('GET', '/runs', { cookies })).toBe('refused');
    expect(items.stored.size).toBe(0);
  });

  it('takes no answer of the user pool about another person', async () => {
    const { decide, cookies, pass, userPool } = await signedIn('admin');
    userPool.claims = { sub: 'p-2' };
    pass(15 * minutes);
    expect(await decide('GET', '/runs', { cookies })).toBe('refused');
  });
});
