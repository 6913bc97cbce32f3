import assert from 'node:assert/strict';
import { headersOf, unique, type Caller } from '../caller.ts';
import { given, holds, type Case } from '../case.ts';
import { readEnvelope, type Code, type Envelope } from '../envelope.ts';
import type { Credentials, Sent } from '../port.ts';

const json = { 'content-type': 'application/json' };

async function checked(site: Caller, sent: Sent): Promise<Envelope> {
  return readEnvelope(await site.send('checkCredentials', sent));
}

/** `checkCredentials` with credentials in every place where they may be. */
const places: readonly [string, string, (token: Credentials) => Sent][] = [
  ['§5.2', 'in headers', (token) => ({ headers: headersOf(token), body: '{}' })],
  ['§5.2', 'in the body', (token) => ({ headers: json, body: JSON.stringify(token) })],
  [
    '§2.2',
    'with the key in a header and the secret in the body',
    ({ apiKey, apiSecret }) => ({
      headers: { ...json, 'x-api-key': apiKey },
      body: JSON.stringify({ apiSecret }),
    }),
  ],
  [
    '§2.2',
    'with the secret in a header and the key in the body',
    ({ apiKey, apiSecret }) => ({
      headers: { ...json, 'x-api-secret': apiSecret },
      body: JSON.stringify({ apiKey }),
    }),
  ],
  [
    'D3',
    'in headers and the same in the body',
    (token) => ({ headers: headersOf(token), body: JSON.stringify(token) }),
  ],
  [
    '§2.2',
    'in headers of any case',
    ({ apiKey, apiSecret }) => ({ headers: { 'X-API-KEY': apiKey, 'x-Api-Secret': apiSecret }, body: '{}' }),
  ],
  ['D1', 'in headers without a body', (token) => ({ headers: headersOf(token) })],
];

const wrongs: readonly [string, string, (token: Credentials) => Sent][] = [
  ['§5.3', 'that are missing', () => ({ headers: json, body: '{}' })],
  ['§5.3', 'without a secret', ({ apiKey }) => ({ headers: { 'x-api-key': apiKey }, body: '{}' })],
  ['§5.3', 'without a key', ({ apiSecret }) => ({ headers: { 'x-api-secret': apiSecret }, body: '{}' })],
  [
    '§5.3',
    'with a wrong secret',
    (token) => ({ headers: headersOf({ ...token, apiSecret: unique() }), body: '{}' }),
  ],
  [
    '§5.3',
    'with an unknown key',
    (token) => ({ headers: headersOf({ ...token, apiKey: unique() }), body: '{}' }),
  ],
  [
    '§2.2',
    'with an empty secret',
    ({ apiKey }) => ({ headers: json, body: JSON.stringify({ apiKey, apiSecret: '' }) }),
  ],
  [
    '§2.2',
    'with a key that is no text',
    ({ apiSecret }) => ({ headers: json, body: JSON.stringify({ apiKey: 7, apiSecret }) }),
  ],
  [
    'D3',
    'with another key in the body than in the headers',
    (token) => ({ headers: headersOf(token), body: JSON.stringify({ apiKey: unique() }) }),
  ],
  [
    'D3',
    'with another secret in the body than in the headers',
    (token) => ({ headers: headersOf(token), body: JSON.stringify({ apiSecret: unique() }) }),
  ],
];

async function refuses(site: Caller, code: Code, sent: Sent, path = 'checkCredentials'): Promise<string> {
  const envelope = readEnvelope(await site.send(path, sent));
  assert.equal(envelope.error?.code, code);
  return envelope.error?.message ?? '';
}

const credentials: readonly Case[] = [
  ...places.map(([rule, place, sent]) =>
    holds(rule, `credentials are taken ${place}`, async (site) => {
      assert.equal((await checked(site, sent(site.given.token))).ok, true);
    }),
  ),
  ...wrongs.map(([rule, wrong, sent]) =>
    holds(rule, `credentials ${wrong} are unauthorized, with a rate of 0`, async (site) => {
      const envelope = await checked(site, sent(site.given.token));
      assert.equal(envelope.error?.code, 'unauthorized');
      assert.equal(envelope.meta.rateLimitLimit, 0);
      assert.equal(envelope.meta.rateLimitRemaining, 0);
    }),
  ),
  ...(['expired', 'disabled'] as const).map((kind) =>
    holds('§5.1', `a token that is ${kind} is unauthorized`, async (site) => {
      const token = given(site.given[kind], `a token that is ${kind}`);
      await site.as(token).refusal('unauthorized', 'checkCredentials');
    }),
  ),
  holds('§5.7', 'a refusal repeats no secret', async (site) => {
    const apiSecret = unique();
    const { bytes } = await site.send('checkCredentials', {
      headers: headersOf({ ...site.given.token, apiSecret }),
      body: '{}',
    });
    assert.ok(!Buffer.from(bytes).toString('utf8').includes(apiSecret));
  }),
  holds('§4', 'checkCredentials takes no field of its own', async (site) => {
    assert.match(await site.refusal('invalid_request', 'checkCredentials', { limit: 1 }), /\blimit\b/);
  }),
  ...(
    [
      ['saveUsers', { users: [{ name: 'Nobody' }] }],
      ['createListItems', { listId: 'none', items: [{ title: 'Nothing' }] }],
      [
        'import',
        { recordSets: [{ schema: 'client', lookup: 'email', records: [{ email: 'a@example.org' }] }] },
      ],
    ] as const
  ).map(([operation, body]) =>
    holds('§5.4, D18', `${operation} needs write permission`, async (site) => {
      const reader = site.as(given(site.given.readOnly, 'a read-only token'));
      assert.match(await reader.refusal('unauthorized', operation, body), /\bwrite\b/);
    }),
  ),
  holds('§5.4', 'a token without write permission reads', async (site) => {
    const reader = site.as(given(site.given.readOnly, 'a read-only token'));
    for (const operation of ['checkCredentials', 'getRoles', 'getUsers']) await reader.ok(operation);
  }),
];

const versions: readonly Case[] = [
  holds('§9', 'version 1 may be named in the body or in a header', async (site) => {
    await site.ok('checkCredentials', { apiVersion: '1' });
    const headers = { ...headersOf(site.given.token), 'x-api-version': '1' };
    assert.equal((await checked(site, { headers, body: '{}' })).ok, true);
  }),
  holds('D3', 'another version is an invalid request, named so', async (site) => {
    assert.match(
      await site.refusal('invalid_request', 'checkCredentials', { apiVersion: '2' }),
      /apiVersion/,
    );
    const headers = { ...headersOf(site.given.token), 'x-api-version': '0' };
    assert.match(await refuses(site, 'invalid_request', { headers, body: '{}' }), /apiVersion/);
  }),
  holds('§2.2', 'an endpointId may be sent with every operation', async (site) => {
    for (const operation of ['checkCredentials', 'getRoles', 'getUsers'])
      await site.ok(operation, { endpointId: 'anything' });
  }),
  holds('D3', 'an empty endpointId, and one that is no text, is an invalid request', async (site) => {
    for (const endpointId of ['', 7, null])
      assert.match(await site.refusal('invalid_request', 'checkCredentials', { endpointId }), /endpointId/);
  }),
];

const wire: readonly Case[] = [
  holds('D1', 'an unknown operation is not found, with HTTP status 200', async (site) => {
    await site.refusal('not_found', 'getEverything');
    await refuses(site, 'not_found', { headers: json, body: '{}' }, 'getEverything');
  }),
  holds('D1', 'names of operations are written exactly so', async (site) => {
    for (const path of ['getusers', 'GETUSERS', 'getUsers/x', 'toString', '__proto__', 'constructor'])
      await site.refusal('not_found', path);
  }),
  ...['GET', 'PUT', 'DELETE', 'PATCH'].map((method) =>
    holds('§4', `${method} is not found, since every operation is called by POST`, async (site) => {
      const headers = headersOf(site.given.token);
      await refuses(site, 'not_found', { method, headers }, 'getUsers');
    }),
  ),
  ...(
    [
      ['malformed JSON', '{"limit":'],
      ['a list', '[]'],
      ['a text', '"getUsers"'],
      ['null', 'null'],
      ['a number', '7'],
    ] as const
  ).map(([what, body]) =>
    holds('D1', `a body that is ${what} is an invalid request`, async (site) => {
      const headers = headersOf(site.given.token);
      assert.match(await refuses(site, 'invalid_request', { headers, body }, 'getUsers'), /JSON object/);
    }),
  ),
  holds('D13', 'a body over 3 MiB is refused with the number', async (site) => {
    const limit = 3 * 1024 * 1024;
    const headers = headersOf(site.given.token);
    const over = `{}${' '.repeat(limit - 1)}`;
    assert.match(await refuses(site, 'invalid_request', { headers, body: over }), new RegExp(String(limit)));
    const full = await checked(site, { headers, body: `{}${' '.repeat(limit - 2)}` });
    assert.equal(full.ok, true);
  }),
  holds('D1', 'the content type is not looked at', async (site) => {
    for (const type of ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'])
      assert.equal(
        (await checked(site, { headers: { 'content-type': type }, body: JSON.stringify(site.given.token) }))
          .ok,
        true,
        type,
      );
  }),
  holds('§7.6', 'each answer has a request id of its own', async (site) => {
    const first = await site.call('checkCredentials');
    const second = await site.call('getUser', { id: unique() });
    assert.notEqual(first.meta.requestId, second.meta.requestId);
  }),
  holds('D3', 'a refusal names every wrong field at once', async (site) => {
    const body = { limit: 0, sort: 'best', fields: [], colour: 'red' };
    const message = await site.refusal('invalid_request', 'getUsers', body);
    for (const field of ['limit', 'sort', 'fields', 'colour']) assert.match(message, new RegExp(field));
  }),
];

const rates: readonly Case[] = [
  holds('§8', 'each request spends a unit of the rate, refused ones too', async (site) => {
    const first = (await site.call('checkCredentials')).meta;
    const second = (await site.call('getUser', { id: unique() })).meta;
    assert.equal(second.rateLimitLimit, first.rateLimitLimit);
    const isNextHour = second.rateLimitRemaining > first.rateLimitRemaining;
    assert.ok(isNextHour || second.rateLimitRemaining < first.rateLimitRemaining);
  }),
  holds('§8', 'a token that has used up its hour gets too_many_requests, and nothing else', async (site) => {
    const { requests, ...token } = given(site.given.limited, 'a token with few requests an hour');
    const limited = site.as(token);
    const metas = [];
    for (let sent = 0; sent < requests; sent += 1) {
      const envelope = await limited.call('checkCredentials');
      assert.equal(envelope.ok, true);
      metas.push(envelope.meta);
    }
    const remaining = metas.map(({ rateLimitRemaining }) => rateLimitRemaining);
    assert.deepEqual(
      remaining,
      Array.from({ length: requests }, (_, sent) => requests - 1 - sent),
    );
    assert.ok(metas.every(({ rateLimitLimit }) => rateLimitLimit === requests));
    for (const operation of ['checkCredentials', 'getRoles', 'import', 'getEverything']) {
      const { error, meta } = await limited.call(operation);
      assert.equal(error?.code, 'too_many_requests');
      assert.equal(meta.rateLimitRemaining, 0);
      assert.match(error?.message ?? '', new RegExp(String(requests)));
    }
  }),
];

export const accessCases: readonly Case[] = [...credentials, ...versions, ...wire, ...rates];
