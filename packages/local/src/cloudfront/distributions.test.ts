import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { Authority } from '../iam/authority.ts';
import { Ports } from '../base/ports.ts';
import { Browser } from '../testing/browser-fixture.ts';
import { keys } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { ConsoleKeys, newConsoleKey } from './console-key.ts';
import { createDistributions, distributionArn } from './distributions.ts';
import { createGate } from './gate.ts';

const token = 'token';
const started = new Date('2030-05-01T09:00:00Z');
const files: Readonly<Record<string, string>> = { 'index.html': '<!doctype html>', 'ä.js': 'x' };

/** A distribution of the bucket `site`, whose API answers with what it got. */
async function start(mayRead = true) {
  const authority = new Authority(keys);
  const site = {
    effect: 'Allow' as const,
    action: 's3:GetObject',
    resource: 'arn:aws:s3:::site/*',
    principal: 'cloudfront.amazonaws.com',
    conditions: { StringEquals: { 'AWS:SourceArn': [distributionArn('E1')] } },
  };
  authority.adopt({ roles: {}, resources: mayRead ? { 'arn:aws:s3:::site': [site] } : {}, tables: {} });
  const distributions = createDistributions({
    ports: new Ports(join(tempDir(), 'ports.json')),
    authority,
    apis: {
      answer: async (apiId, request) => ({
        status: 201,
        headers: { 'content-type': 'text/plain', 'x-from': apiId, 'referrer-policy': 'origin' },
        body: Buffer.concat([Buffer.from(`${request.method} ${request.url} `), await buffer(request)]),
      }),
    },
    s3: {
      read: async (_, key) => {
        const found = files[key];
        return found === undefined ? undefined : { headers: { etag: '"1"' }, body: Buffer.from(found) };
      },
    },
    gate: createGate(token, new ConsoleKeys(token, started), 'npm run open'),
    log: () => undefined,
  });
  await distributions.open('E1');
  onTestFinished(distributions.stop);
  distributions.addHeadersPolicy('p', [
    { name: 'content-security-policy', value: "default-src 'none'", override: true },
    { name: 'referrer-policy', value: 'no-referrer', override: false },
  ]);
  const headersPolicy = 'p';
  distributions.configure('E1', {
    rootObject: 'index.html',
    behaviours: [
      { pattern: '/api/*', methods: ['GET', 'HEAD', 'POST'], origin: { apiId: 'api1' }, headersPolicy },
      { pattern: '*', methods: ['GET', 'HEAD'], origin: { bucket: 'site' }, headersPolicy },
    ],
  });
  return distributions.addressOf('E1');
}

async function entered(address: string): Promise<Browser> {
  const browser = new Browser();
  expect((await browser.enter(address, newConsoleKey(token, started))).status).toBe(204);
  return browser;
}

test('files come from the bucket, and what is below /api/ from the API, with the headers of the policy', async () => {
  const address = await start();
  const browser = await entered(address);
  const page = await browser.open(`${address}/`);
  expect(page).toMatchObject({ status: 200, text: '<!doctype html>' });
  expect(page.headers).toMatchObject({ etag: '"1"', 'content-security-policy': "default-src 'none'" });
  expect((await browser.open(`${address}/%C3%A4.js`)).text).toBe('x');
  const sent = await browser.open(`${address}/api/runs?a=1`, { method: 'POST', body: 'text' });
  expect(sent).toMatchObject({ status: 201, text: 'POST /api/runs?a=1 text' });
  // The origin keeps its own where the policy does not override it.
  expect(sent.headers).toMatchObject({ 'x-from': 'api1', 'referrer-policy': 'origin' });
  expect(sent.headers).toMatchObject({ 'content-security-policy': "default-src 'none'" });
});

test('a missing file, a method that is not allowed, and a bucket that does not admit it are refused', async () => {
  const address = await start();
  const browser = await entered(address);
  expect((await browser.open(`${address}/missing.js`)).status).toBe(403);
  expect((await browser.open(`${address}/`, { method: 'POST', body: 'x' })).status).toBe(403);
  expect((await browser.open(`${address}/api/a`, { method: 'DELETE' })).status).toBe(403);
  const closed = await start(false);
  expect((await (await entered(closed)).open(`${closed}/`)).status).toBe(403);
});

test('without a key nothing is served but the page that takes one', async () => {
  const address = await start();
  const browser = new Browser();
  const page = await browser.open(`${address}/`);
  expect(page.text).toContain('npm run open');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-/);
  for (const path of ['/index.html', '/api/runs', '/ä.js', '/?a=1', '//'])
    expect((await browser.open(`${address}${path}`)).status, path).toBe(403);
});

test('a key is good once, and a browser that had one stays in', async () => {
  const address = await start();
  const browser = new Browser();
  const key = newConsoleKey(token, started);
  const { headers } = await browser.enter(address, key);
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-machine=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  expect((await new Browser().enter(address, key)).status).toBe(403);
  for (const _ of [1, 2]) expect((await browser.open(`${address}/`)).text).toBe('<!doctype html>');
});

test.each([
  ['a key of an earlier start', () => newConsoleKey(token, new Date(started.getTime() - 1))],
  ['a key by another token', () => newConsoleKey('other', started)],
  ['a changed key', () => newConsoleKey(token, started).replace(/^\d/, '9')],
  ['nothing', () => ''],
])('%s opens nothing', async (_, key) => {
  expect((await new Browser().enter(await start(), key())).status).toBe(403);
});

test('other names of the machine and pages of other origins are refused, also with the cookie', async () => {
  const address = await start();
  const { port } = new URL(address);
  const browser = await entered(address);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'sluice.localhost', `evil.example:${port}`])
    expect((await browser.open(`${address}/`, { headers: { host } })).status, host).toBe(421);
  for (const origin of ['http://evil.example', 'null', 'http://sluice.localhost:1', 'http://127.0.0.1:1'])
    expect(
      (await browser.open(`${address}/api/a`, { method: 'POST', headers: { origin } })).status,
      origin,
    ).toBe(403);
});
