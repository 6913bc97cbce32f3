import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Ports } from '../base/ports.ts';
import { Browser } from '../testing/browser-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { adminOperations } from './admin-operations.ts';
import { idOf } from './people.ts';
import { createUserPools } from './user-pools.ts';

const issuer = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_one';
const callback = 'http://sluice.localhost:1/api/signed-in';
const home = 'http://sluice.localhost:1/';
const ada = { name: 'Ada', email: 'ada@example.com', groups: ['admin', 'elsewhere'] };
const vera = { name: 'Vera <b>', email: 'vera@example.com', groups: [] };
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

async function start(dataDir = tempDir()) {
  const door = { open: true };
  const pools = createUserPools({
    dataDir,
    ports: new Ports(join(dataDir, 'ports.json')),
    gate: {
      opener: 'npm run open',
      isOpenTo: () => door.open,
      answer: async () => ({ status: 200, headers: {}, body: Buffer.alloc(0) }),
    },
    token: 'token',
    people: [ada, vera],
    log: () => undefined,
  });
  await pools.open('one', issuer);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= pools.stop());
  onTestFinished(stop);
  pools.addGroup('one', { name: 'admin' });
  pools.addClient('one', {
    id: 'client',
    callbacks: [callback],
    logouts: [home],
    scopes: ['openid', 'email', 'profile'],
    refreshSeconds: 3600,
  });
  return { door, stop, address: pools.addressOf('one'), operations: adminOperations(pools) };
}

const asked = {
  response_type: 'code',
  client_id: 'client',
  redirect_uri: callback,
  scope: 'openid email profile',
  state: 's',
  nonce: 'n',
};
const authorize = (address: string, given: Readonly<Record<string, string>>) =>
  `${address}/oauth2/authorize?${new URLSearchParams(given).toString()}`;
const withChallenge = { ...asked, code_challenge: challenge, code_challenge_method: 'S256' };

/** Signs somebody in, as far as the way back. */
async function signIn(address: string, person: { readonly email: string }, browser = new Browser()) {
  const here = `http://sluice.localhost:${new URL(address).port}`;
  const page = await browser.follow(authorize(address, withChallenge), `${here}/login/`);
  const chosen = await browser.open(page.location, {
    method: 'POST',
    headers: { origin: here },
    body: new URLSearchParams({ person: idOf(person) }).toString(),
  });
  const back = await browser.follow(chosen.location, callback);
  return { browser, back: new URL(back.location).searchParams };
}

const send = (address: string, path: string, form: Readonly<Record<string, string>>) =>
  fetch(`${address}/oauth2/${path}`, {
    method: 'POST',
    headers: { connection: 'close' },
    body: new URLSearchParams({ client_id: 'client', ...form }),
  });

async function tokens(address: string, form: Readonly<Record<string, string>>) {
  const answer = await send(address, 'token', form);
  const given = Object(await answer.json());
  const payload = String(given.id_token).split('.')[1] ?? '';
  const claims: unknown = answer.ok ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined;
  return { status: answer.status, refreshToken: String(given.refresh_token), claims };
}

const exchange = (code: string | null) => ({
  grant_type: 'authorization_code',
  code: code ?? '',
  redirect_uri: callback,
  code_verifier: verifier,
});
const refresh = (refreshToken: string) => ({ grant_type: 'refresh_token', refresh_token: refreshToken });

test('somebody signs in by a code, with the claims of Cognito and only the groups of the pool', async () => {
  const { address } = await start();
  const { back } = await signIn(address, ada);
  expect(back.get('state')).toBe('s');
  const given = await tokens(address, exchange(back.get('code')));
  expect(given.claims).toMatchObject({
    iss: issuer,
    aud: 'client',
    nonce: 'n',
    sub: idOf(ada),
    token_use: 'id',
    'cognito:groups': ['admin'],
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada',
  });
  const later = await tokens(address, refresh(given.refreshToken));
  expect(later.claims).toMatchObject({ sub: idOf(ada), 'cognito:groups': ['admin'], aud: 'client' });
});

test('a code is good once, for its verifier, its client and its way back', async () => {
  const { address } = await start();
  const { back } = await signIn(address, ada);
  const given = exchange(back.get('code'));
  const again = async () => exchange((await signIn(address, ada, new Browser())).back.get('code'));
  for (const [name, wrong] of [
    ['code_verifier', 'w'.repeat(43)],
    ['redirect_uri', home],
    ['client_id', 'other'],
    ['code', 'guess'],
  ] as const)
    expect((await tokens(address, { ...(await again()), [name]: wrong })).status, name).toBeOneOf([400, 401]);
  const first = await tokens(address, given);
  expect(first.status).toBe(200);
  expect((await tokens(address, given)).status).toBe(400);
  // A code that came twice may have been stolen, so what it gave is worthless too.
  expect((await tokens(address, refresh(first.refreshToken))).status).toBe(400);
});

test.each([
  ['without a challenge', asked],
  ['with a challenge that is the verifier', { ...withChallenge, code_challenge_method: 'plain' }],
])('a sign-in %s is refused', async (_, given) => {
  const { address } = await start();
  const page = await new Browser().follow(authorize(address, given), callback);
  expect(new URL(page.location).searchParams.get('error')).toBe('invalid_request');
});

test('a way back that the client does not have is not followed', async () => {
  const { address } = await start();
  const elsewhere = { ...withChallenge, redirect_uri: 'http://evil.example/' };
  const page = await new Browser().follow(authorize(address, elsewhere));
  expect([page.status, page.location]).toEqual([400, '']);
});

test('somebody who is disabled can neither sign in nor stay, until they are enabled again', async () => {
  const { address, operations } = await start();
  const { back } = await signIn(address, ada);
  const { refreshToken } = await tokens(address, exchange(back.get('code')));
  const who = { UserPoolId: 'one', Username: ada.email };
  operations['AdminDisableUser']?.(who);
  expect((await tokens(address, refresh(refreshToken))).status).toBe(400);
  const browser = new Browser();
  const page = await browser.follow(authorize(address, withChallenge));
  expect(page.text).toContain('Vera &lt;b&gt;');
  expect(page.text).not.toContain('Ada');
  operations['AdminEnableUser']?.(who);
  expect((await tokens(address, refresh(refreshToken))).status).toBe(200);
});

test('changed groups are in the next token, and who was added can sign in', async () => {
  const { address, operations } = await start();
  const eve = { UserPoolId: 'one', Username: 'eve@example.com' };
  operations['AdminCreateUser']?.({ ...eve, UserAttributes: [{ Name: 'name', Value: 'Eve' }] });
  const { back } = await signIn(address, { email: 'eve@example.com' });
  const { refreshToken, claims } = await tokens(address, exchange(back.get('code')));
  expect(claims).not.toHaveProperty('cognito:groups');
  operations['AdminAddUserToGroup']?.({ ...eve, GroupName: 'admin' });
  expect((await tokens(address, refresh(refreshToken))).claims).toMatchObject({
    'cognito:groups': ['admin'],
  });
  expect(() => operations['AdminAddUserToGroup']?.({ ...eve, GroupName: 'nobodies' })).toThrow(
    'Group not found',
  );
});

test('a token that was taken back is worthless, and those of earlier runs are good', async () => {
  const dataDir = tempDir();
  const before = await start(dataDir);
  const one = await tokens(before.address, exchange((await signIn(before.address, ada)).back.get('code')));
  const two = await tokens(before.address, exchange((await signIn(before.address, ada)).back.get('code')));
  expect((await send(before.address, 'revoke', { token: one.refreshToken })).status).toBe(200);
  await before.stop();
  const { address } = await start(dataDir);
  expect((await tokens(address, refresh(one.refreshToken))).status).toBe(400);
  expect((await tokens(address, refresh(two.refreshToken))).status).toBe(200);
});

test('whoever signed out is asked again, and is led only where the client may lead', async () => {
  const { address } = await start();
  const { browser } = await signIn(address, ada);
  expect((await browser.follow(authorize(address, withChallenge), callback)).location).toContain(callback);
  const leave = (to: string) =>
    browser.follow(
      `${address}/logout?${new URLSearchParams({ client_id: 'client', logout_uri: to }).toString()}`,
      home,
    );
  expect((await leave('http://evil.example/')).status).toBe(400);
  expect((await leave(home)).location).toBe(home);
  expect((await browser.follow(authorize(address, withChallenge), callback)).text).toContain('Who are you?');
});

test('only browsers that had a key of this machine see who can sign in', async () => {
  const { address, door } = await start();
  door.open = false;
  for (const path of ['/oauth2/authorize', '/login/one', '/logout', '/jwks']) {
    const page = await new Browser().follow(`${address}${path}`);
    expect([page.status, page.text], path).toEqual([403, expect.stringContaining('npm run open')]);
  }
});
