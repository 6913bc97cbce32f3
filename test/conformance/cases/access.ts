import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { headersOf, unique, type Caller } from '../caller.ts';
import { holds, type Case } from '../case.ts';
import { given } from '../given.ts';
import { readEnvelope, type Code, type Envelope } from '../envelope.ts';
import type { Credentials, Sent } from '../port.ts';

const json = { 'content-type': 'application/json' };
type Headers = Sent['headers'];

const answer = async (site: Caller, sent: Sent, path = 'checkCredentials'): Promise<Envelope> =>
  readEnvelope(await site.send(path, sent), site.ours);

const takes = async (site: Caller, headers: Headers = headersOf(site.given.token), body = '{}') =>
  equal((await answer(site, { headers, body })).ok, true);

async function refused(site: Caller, code: Code, sent: Sent, path?: string): Promise<string> {
  const { error } = await answer(site, sent, path);
  equal(error?.code, code);
  return error?.message ?? '';
}

/** `checkCredentials` with credentials in some place: its headers, and its body where there is one. */
type Way = readonly [string, string, (token: Credentials) => readonly [Headers, object?]];
const key = ({ apiKey }: Credentials) => ({ ...json, 'x-api-key': apiKey });
const secret = ({ apiSecret }: Credentials) => ({ ...json, 'x-api-secret': apiSecret });
const sentBy = ([, , way]: Way, site: Caller): Sent => {
  const [headers, body] = way(site.given.token);
  return { headers, ...(body && { body: JSON.stringify(body) }) };
};

const places: readonly Way[] = [
  ['§5.2', 'in headers', (token) => [headersOf(token), {}]],
  ['§5.2', 'in the body', (token) => [json, token]],
  [
    '§2.2',
    'with the key in a header and the secret in the body',
    (t) => [key(t), { apiSecret: t.apiSecret }],
  ],
  ['§2.2', 'with the secret in a header and the key in the body', (t) => [secret(t), { apiKey: t.apiKey }]],
  ['D3', 'in headers and the same in the body', (token) => [headersOf(token), token]],
  ['§2.2', 'in headers of any case', (t) => [{ 'X-API-KEY': t.apiKey, 'x-Api-Secret': t.apiSecret }, {}]],
  ['D1', 'in headers without a body', (token) => [headersOf(token)]],
];

const wrongs: readonly Way[] = [
  ['§5.3', 'that are missing', () => [json, {}]],
  ['§5.3', 'without a secret', ({ apiKey }) => [{ 'x-api-key': apiKey }, {}]],
  ['§5.3', 'without a key', ({ apiSecret }) => [{ 'x-api-secret': apiSecret }, {}]],
  ['§5.3', 'with a wrong secret', (token) => [headersOf({ ...token, apiSecret: unique() }), {}]],
  ['§5.3', 'with an unknown key', (token) => [headersOf({ ...token, apiKey: unique() }), {}]],
  ['D3', 'with an empty secret', ({ apiKey }) => [json, { apiKey, apiSecret: '' }]],
  ['D3', 'with a key that is no text', ({ apiSecret }) => [json, { apiKey: 7, apiSecret }]],
  ['D3', 'with another key in the body than in the headers', (t) => [headersOf(t), { apiKey: unique() }]],
  [
    'D3',
    'with another secret in the body than in the headers',
    (t) => [headersOf(t), { apiSecret: unique() }],
  ],
];

const writes: readonly [string, object][] = [
  ['saveUsers', { users: [{ name: 'Nobody' }] }],
  ['createListItems', { listId: 'none', items: [{ title: 'Nothing' }] }],
  ['import', { recordSets: [{ schema: 'client', lookup: 'email', records: [{ email: 'a@example.org' }] }] }],
];
const reads = ['checkCredentials', 'getRoles', 'getUsers'];
const reader = (site: Caller): Caller => site.as(given(site.given.readOnly, 'a read-only token'));

const credentials: readonly Case[] = [
  ...places.map((way) =>
    holds(way[0], `credentials are taken ${way[1]}`, async (site) => {
      equal((await answer(site, sentBy(way, site))).ok, true);
    }),
  ),
  ...wrongs.map((way) =>
    holds(way[0], `credentials ${way[1]} are unauthorized`, async (site) => {
      await refused(site, 'unauthorized', sentBy(way, site));
    }),
  ),
  holds('D21', 'an answer without a valid token has a rate of 0', async (site) => {
    for (const way of wrongs) {
      const { meta } = await answer(site, sentBy(way, site));
      deepEqual([meta.rateLimitLimit, meta.rateLimitRemaining], [0, 0]);
    }
  }),
  ...(['expired', 'disabled'] as const).map((kind) =>
    holds('§5.1', `a token that is ${kind} is unauthorized`, async (site) => {
      const token = given(site.given[kind], `a token that is ${kind}`);
      await site.as(token).refusal('unauthorized', 'checkCredentials');
    }),
  ),
  holds('§5.7', 'a refusal repeats no secret', async (site) => {
    const apiSecret = unique();
    const headers = headersOf({ ...site.given.token, apiSecret });
    const { bytes } = await site.send('checkCredentials', { headers, body: '{}' });
    ok(!Buffer.from(bytes).toString('utf8').includes(apiSecret));
  }),
  holds('D3', 'checkCredentials takes no field of its own', (site) =>
    site.refusesEach('checkCredentials', { limit: [1] }),
  ),
  ...writes.map(([operation, body]) =>
    holds(operation === 'import' ? '§5.4' : 'D18', `${operation} needs write permission`, async (site) => {
      const message = await reader(site).refusal('unauthorized', operation, body);
      if (site.ours) match(message, /\bwrite\b/);
    }),
  ),
  holds('§5.4', 'a token without write permission reads', async (site) => {
    for (const operation of reads) await reader(site).ok(operation);
  }),
];

const versions: readonly Case[] = [
  holds('§9', 'version 1 may be named in the body or in a header', async (site) => {
    await site.ok('checkCredentials', { apiVersion: '1' });
    await takes(site, { ...headersOf(site.given.token), 'x-api-version': '1' });
  }),
  holds('D3', 'another version is an invalid request, named so', async (site) => {
    await site.refusesEach('checkCredentials', { apiVersion: ['2'] });
    const headers = { ...headersOf(site.given.token), 'x-api-version': '0' };
    match(await refused(site, 'invalid_request', { headers, body: '{}' }), /apiVersion/);
  }),
  holds('§2.2', 'an endpointId may be sent with every operation', async (site) => {
    for (const operation of reads) await site.ok(operation, { endpointId: 'anything' });
  }),
  holds('D3', 'an empty endpointId, and one that is no text, is an invalid request', (site) =>
    site.refusesEach('checkCredentials', { endpointId: ['', 7, null] }),
  ),
];

const misnamed = ['getusers', 'GETUSERS', 'getUsers/x', 'toString', '__proto__', 'constructor'];
const contentTypes = ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'];
const wrongBodies = {
  'malformed JSON': '{"limit":',
  'a list': '[]',
  'a text': '"getUsers"',
  null: 'null',
  'a number': '7',
};

const wire: readonly Case[] = [
  holds('D1', 'an unknown operation is not found, with HTTP status 200', async (site) => {
    await site.refusal('not_found', 'getEverything');
    await refused(site, 'not_found', { headers: json, body: '{}' }, 'getEverything');
  }),
  holds('D1', 'names of operations are written exactly so', async (site) => {
    for (const path of misnamed) await site.refusal('not_found', path);
  }),
  ...['GET', 'PUT', 'DELETE', 'PATCH'].map((method) =>
    holds('D1', `${method} is not found, since every operation is called by POST`, async (site) => {
      await refused(site, 'not_found', { method, headers: headersOf(site.given.token) }, 'getUsers');
    }),
  ),
  ...Object.entries(wrongBodies).map(([what, body]) =>
    holds('D1', `a body that is ${what} is an invalid request`, async (site) => {
      const headers = headersOf(site.given.token);
      match(await refused(site, 'invalid_request', { headers, body }, 'getUsers'), /JSON object/);
    }),
  ),
  holds('D13', 'a body over 3 MiB is refused with the number', async (site) => {
    const limit = 3 * 1024 * 1024;
    const headers = headersOf(site.given.token);
    const over = { headers, body: `{}${' '.repeat(limit - 1)}` };
    match(await refused(site, 'invalid_request', over), new RegExp(String(limit)));
    await takes(site, headers, `{}${' '.repeat(limit - 2)}`);
  }),
  holds('D1', 'the content type is not looked at', async (site) => {
    for (const type of contentTypes)
      await takes(site, { 'content-type': type }, JSON.stringify(site.given.token));
  }),
  holds('§7.6', 'each answer has a request id of its own', async (site) => {
    const first = await site.call('checkCredentials');
    notEqual(first.meta.requestId, (await site.call('getUser', { id: unique() })).meta.requestId);
  }),
  holds('D3', 'a refusal names every wrong field at once', async (site) => {
    const body = { limit: 0, sort: 'best', fields: [], colour: 'red' };
    const message = await site.refusal('invalid_request', 'getUsers', body);
    for (const field of Object.keys(body)) match(message, new RegExp(field));
  }),
];

const rates: readonly Case[] = [
  holds('D13', 'each request spends a unit of the rate, refused ones too', async (site) => {
    const first = (await site.call('checkCredentials')).meta;
    const second = (await site.call('getUser', { id: unique() })).meta;
    equal(second.rateLimitLimit, first.rateLimitLimit);
    // The rate goes up only when the next hour has begun.
    notEqual(second.rateLimitRemaining, first.rateLimitRemaining);
  }),
  holds('§8', 'a token that has used up its hour gets too_many_requests, and nothing else', async (site) => {
    const { requests, ...token } = given(site.given.limited, 'a token with few requests an hour');
    const limited = site.as(token);
    for (let left = requests - 1; left >= 0; left -= 1) {
      const { ok: isOk, meta } = await limited.call('checkCredentials');
      equal(isOk, true);
      if (site.ours) deepEqual([meta.rateLimitLimit, meta.rateLimitRemaining], [requests, left]);
    }
    for (const operation of [
      'checkCredentials',
      'getRoles',
      'import',
      ...(site.ours ? ['getEverything'] : []),
    ]) {
      const { error, meta } = await limited.call(operation);
      equal(error?.code, 'too_many_requests');
      if (!site.ours) continue;
      equal(meta.rateLimitRemaining, 0);
      match(error?.message ?? '', new RegExp(String(requests)));
    }
  }),
];

export const accessCases: readonly Case[] = [...credentials, ...versions, ...wire, ...rates];
