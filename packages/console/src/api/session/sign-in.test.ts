import { describe, expect, it } from 'vitest';
import { captureLog } from '../../../../aws-kit/src/handlers/testing/lambda.ts';
import { sessionSchema, signedOutSchema } from '../shapes.ts';
import { aConsole, aPerson, jarOf, minutes } from '../testing/console-fixture.ts';
import { pool } from '../testing/user-pool.ts';

const logged = captureLog();
const dana = () => aPerson('dropper', 'unknown group', 'viewer');
const json = (body: unknown): unknown => JSON.parse(String(body));
const page = (path: string) => `${pool.consoleUrl}/#${path}`;

describe('a sign-in', () => {
  it('asks the user pool for a code, bound to the browser and to a verifier', async () => {
    const { ask } = aConsole();
    const { status, headers, cookies } = await ask('GET', '/sign-in', { query: { to: '/runs' } });
    const address = new URL(String(headers?.['location']));
    expect([status, headers?.['cache-control']]).toEqual([303, 'no-store']);
    expect(`${address.origin}${address.pathname}`).toBe(`${pool.url}/oauth2/authorize`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      ...{ response_type: 'code', client_id: pool.clientId, scope: 'openid email profile' },
      redirect_uri: `${pool.consoleUrl}/api/signed-in`,
      ...{ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/u) },
      ...{ state: expect.stringMatching(/^[\w-]{43}$/u), nonce: expect.stringMatching(/^[\w-]{43}$/u) },
    });
    const secret = `${'S'.repeat(42)}1`;
    expect(cookies).toEqual([
      `__Host-sluice-sign-in=${secret}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=600`,
    ]);
    // Neither of the others can be made from the state, which the address shows.
    const values = ['state', 'nonce', 'code_challenge'].map((name) => address.searchParams.get(name));
    expect(new Set([secret, ...values]).size).toBe(4);
  });

  it('ends at the page where it began, with a cookie that no script and no other site can use', async () => {
    const { begin, comeBack, userPool } = aConsole();
    const { address, cookies } = await begin('#/runs/abc?status=failed');
    const back = await comeBack(userPool.signIn(address, dana()), cookies);
    expect([back.status, back.headers?.['location']]).toEqual([303, page('/runs/abc?status=failed')]);
    expect(back.cookies).toEqual([
      expect.stringMatching(
        /^__Host-sluice=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=43200$/u,
      ),
      '__Host-sluice-sign-in=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0',
    ]);
  });

  it('tells the page who is signed in, and gives the browser no token', async () => {
    const { signIn, ask, userPool, items } = aConsole();
    const cookies = await signIn(dana());
    const { status, body } = await ask('GET', '/session', { cookies });
    expect(status).toBe(200);
    expect(sessionSchema.strict().parse(json(body))).toEqual({
      person: { id: 'p-1', name: 'Name of p-1', email: 'dana@example.com' },
      roles: ['viewer', 'dropper'],
      stack: 'sluice',
      until: '2026-03-01T20:00:00.000Z',
    });
    const [refreshToken = ''] = userPool.refreshTokens.keys();
    expect(JSON.stringify([cookies, body, [...items.stored]])).not.toContain(refreshToken);
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/a#b',
    '##/a',
    '/a\r\nx: y',
    '',
    'runs',
  ])('ends at the first page if the one to return to is %j', async (to) => {
    const { begin, comeBack, userPool } = aConsole();
    const { address, cookies } = await begin(to);
    const back = await comeBack(userPool.signIn(address, dana()), cookies);
    // Behind the `#` nothing leads to another site.
    expect(back.headers?.['location']).toBe(page(to === '//evil.example' ? to : '/'));
  });

  it('comes back once: its state and its code are not good again', async () => {
    const { begin, comeBack, userPool, items } = aConsole();
    const { address, cookies } = await begin();
    const back = userPool.signIn(address, dana());
    expect(jarOf(await comeBack(back, cookies))).toHaveProperty('__Host-sluice');
    const again = await comeBack(userPool.signIn(address, dana()), cookies);
    expect([again.headers?.['location'], jarOf(again)]).toEqual([page('/signed-out/expired'), {}]);
    const other = await begin();
    const state = new URL(other.address).searchParams.get('state') ?? '';
    back.searchParams.set('state', state);
    const replayed = await comeBack(back, other.cookies);
    expect([replayed.headers?.['location'], jarOf(replayed)]).toEqual([page('/signed-out/refused'), {}]);
    expect(items.stored.size).toBe(1);
  });

  it('does not come back to a browser in which it did not begin, and stays good in its own', async () => {
    const { begin, comeBack, userPool } = aConsole();
    const [mine, theirs] = [await begin(), await begin()];
    const back = userPool.signIn(theirs.address, aPerson('admin'));
    const asked = userPool.posted.length;
    for (const cookies of [mine.cookies, {}, { '__Host-sluice-sign-in': 'x' }, { '__Host-sluice': 'x' }]) {
      const answer = await comeBack(back, cookies);
      // A stray callback removes no cookie either.
      expect([answer.headers?.['location'], answer.cookies]).toEqual([page('/signed-out/expired'), []]);
    }
    expect(userPool.posted).toHaveLength(asked);
    const own = await comeBack(userPool.signIn(mine.address, dana()), mine.cookies);
    expect(jarOf(own)).toHaveProperty('__Host-sluice');
  });

  it('does not begin by a link of another site, which would take the place of one under way', async () => {
    const { ask, items } = aConsole();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await ask('GET', '/sign-in', { query: { to: '/runs' }, headers });
    // The page begins one by itself.
    expect([answer.status, answer.headers?.['location'], answer.cookies]).toEqual([303, page('/runs'), []]);
    expect(items.stored.size).toBe(0);
  });

  it('ends the session that the browser had, of whomever, once the new one begins', async () => {
    const { signIn, begin, comeBack, decide, userPool, items } = aConsole();
    const first = await signIn(dana());
    const given = await begin('/runs', { cookies: first });
    expect(JSON.stringify([...items.stored])).not.toContain(first['__Host-sluice']);
    await comeBack(new URL(`${pool.consoleUrl}/?error=access_denied`), given.cookies);
    expect(await decide('GET', '/runs', { cookies: first })).not.toBe('refused');
    const second = await signIn({ ...aPerson('viewer'), sub: 'p-2' }, { cookies: first });
    expect(await decide('GET', '/runs', { cookies: first })).toBe('refused');
    expect(await decide('GET', '/runs', { cookies: second })).not.toBe('refused');
    expect([...userPool.refreshTokens.values()].map(({ sub }) => sub)).toEqual(['p-2']);
    await signIn(dana(), { cookies: { '__Host-sluice': 'not one of ours' } });
  });

  it('is over after 10 minutes', async () => {
    const { begin, comeBack, userPool, pass } = aConsole();
    const { address, cookies } = await begin();
    pass(10 * minutes);
    const back = await comeBack(userPool.signIn(address, dana()), cookies);
    expect([back.headers?.['location'], jarOf(back)]).toEqual([page('/signed-out/expired'), {}]);
  });

  it('fails where the user pool refuses', async () => {
    const { begin, comeBack } = aConsole();
    for (const refused of ['error=access_denied', 'code=never-given', '']) {
      const { address, cookies } = await begin();
      const state = new URL(address).searchParams.get('state') ?? '';
      const back = new URL(`${pool.consoleUrl}/?${refused}&state=${state}`);
      const { headers, ...answer } = await comeBack(back, cookies);
      expect([headers?.['location'], jarOf(answer)]).toEqual([page('/signed-out/refused'), {}]);
    }
  });

  it('fails for a person in no group of ours, whose token is then worthless', async () => {
    const { begin, comeBack, userPool, items } = aConsole();
    const { address, cookies } = await begin();
    const back = await comeBack(userPool.signIn(address, aPerson('unknown group')), cookies);
    expect([back.headers?.['location'], jarOf(back)]).toEqual([page('/signed-out/no-role'), {}]);
    expect([items.stored.size, userPool.refreshTokens.size]).toEqual([0, 0]);
  });

  it.each<[string, object]>([
    ['of another user pool', { iss: 'https://issuer.example.com/pool-2' }],
    ['for another client', { aud: 'client-2' }],
    ['for another sign-in', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { exp: Date.parse('2026-03-01T08:00:00.000Z') / 1000 }],
    ['that gives access and says nothing of a person', { token_use: 'access' }],
    ['with an e-mail that nobody has checked', { email_verified: false }],
    ['without an e-mail', { email: undefined }],
    ['without a person', { sub: '' }],
  ])('takes no token %s', async (_which, claims) => {
    const { begin, comeBack, userPool, items } = aConsole();
    const { address, cookies } = await begin();
    userPool.claims = claims;
    await expect(comeBack(userPool.signIn(address, dana()), cookies)).rejects.toThrow();
    expect(items.stored.size).toBe(0);
  });

  it('logs who signed in by an id, and no token, cookie, code, state or e-mail', async () => {
    const { signIn, ask, items, userPool } = aConsole();
    const cookies = await signIn(dana());
    await ask('POST', '/sign-out', { cookies });
    expect(logged()).toMatchObject([{ code: 'signed_in', personId: 'p-1' }]);
    const lines = JSON.stringify(logged());
    const secrets = [...Object.values(cookies), 'dana', 'code-', 'refresh-', 'e30.', 'S1', 'S2'];
    for (const secret of secrets) expect(lines).not.toContain(secret);
    expect([items.stored.size, userPool.refreshTokens.size]).toEqual([0, 0]);
  });
});

it('the page knows where the groups of a person may drop, and whose groups do not bind them', async () => {
  const foldersOf = async (...groups: string[]) => {
    const { signIn, ask } = aConsole({ hr: ['members'], dropper: ['open'] });
    const { body } = await ask('GET', '/session', { cookies: await signIn(aPerson(...groups)) });
    return sessionSchema.parse(json(body)).folders;
  };
  expect(await foldersOf('dropper', 'hr', 'of others')).toEqual(['members', 'open']);
  expect(await foldersOf('viewer')).toEqual([]);
  expect(await foldersOf('dropper', 'operator')).toBeUndefined();
});

describe('a sign-out', () => {
  it('ends the session here and at the user pool, in every copy of its cookie', async () => {
    const { signIn, ask, decide, userPool } = aConsole();
    const cookies = await signIn(dana());
    const { status, body, ...answer } = await ask('POST', '/sign-out', { cookies });
    expect(status).toBe(200);
    const { url } = signedOutSchema.parse(json(body));
    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe(`${pool.url}/logout`);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ client_id: pool.clientId, logout_uri: `${pool.consoleUrl}/` },
    });
    expect(answer.cookies).toEqual(['__Host-sluice=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0']);
    expect(userPool.refreshTokens.size).toBe(0);
    expect(await decide('GET', '/runs', { cookies })).toBe('refused');
    expect((await ask('GET', '/session', { cookies })).status).toBe(401);
    expect((await ask('POST', '/sign-out', { cookies })).status).toBe(200);
  });

  it('ends the session although the user pool does not answer', async () => {
    const { signIn, ask, decide, userPool } = aConsole();
    const cookies = await signIn(dana());
    userPool.down = 500;
    expect((await ask('POST', '/sign-out', { cookies })).status).toBe(200);
    expect(await decide('GET', '/runs', { cookies })).toBe('refused');
  });

  it('leaves the session of another browser as it is', async () => {
    const { signIn, ask, decide } = aConsole();
    const [one, other] = [await signIn(dana()), await signIn(dana())];
    await ask('POST', '/sign-out', { cookies: one });
    expect(await decide('GET', '/runs', { cookies: other })).not.toBe('refused');
  });
});

it('what is stored of a session lets nobody in who reads it', async () => {
  const { signIn, items, decide } = aConsole();
  const cookies = await signIn(dana());
  const stored = JSON.stringify([...items.stored]);
  expect(stored).not.toContain(cookies['__Host-sluice']);
  for (const [key] of items.stored)
    expect(await decide('GET', '/runs', { cookies: { '__Host-sluice': key.split('#')[1] ?? '' } })).toBe(
      'refused',
    );
});

it('a path that is no route of the session is not found', async () => {
  const { ask } = aConsole();
  for (const [method, path] of [
    ['POST', '/sign-in'],
    ['GET', '/sign-out'],
    ['GET', '/runs'],
  ] as const)
    expect((await ask(method, path)).status).toBe(404);
});
