import { operationNames } from '@sluice/contract';
import { describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
import { createClient } from './create-client.ts';
import { ApiError, IntermediaryError, NoAnswerError, UnreadableError } from './errors.ts';
import { key, meta, refusal, secret, wireAnswer as answer } from './testing/server.ts';
import type { Transport, WireAnswer, WireRequest, WireSilence } from './transport.ts';

type Reply = WireAnswer | WireSilence;

const silence = (sent: 'no' | 'maybe'): WireSilence => ({ kind: 'noAnswer', sent, detail: 'ECONNRESET' });
const roles = answer({ ok: true, roles: [], meta });

/** A client whose transport gives these replies in turn, the last one for ever. */
function clientWith(...replies: Reply[]) {
  const requests: WireRequest[] = [];
  const waits: number[] = [];
  const transport: Transport = async (request) => {
    requests.push(request);
    return replies[Math.min(requests.length, replies.length) - 1] ?? silence('no');
  };
  const client = createClient({
    baseUrl: 'https://service.example/base/',
    apiKey: key,
    apiSecret: secret,
    transport,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    random: () => 0.5,
  });
  return { client, requests, waits };
}

const page = (id: string, nextCursor?: string) =>
  answer({ ok: true, items: [{ id }], hasMore: nextCursor !== undefined, nextCursor, meta });

const input = { recordSets: [] };

describe('methods', () => {
  test('there is one for each operation, and it answers the output', async () => {
    const { client, requests } = clientWith(answer({ ok: true, user: { id: 'u1', name: 'Zoë' }, meta }));
    for (const name of operationNames) expect(client).toHaveProperty(name, expect.any(Function));
    expect(await client.getUser({ id: 'u1' })).toEqual({ user: { id: 'u1', name: 'Zoë' } });
    expect(requests[0]?.url.href).toBe('https://service.example/base/getUser');
  });

  test('an operation that asks for nothing needs no input', async () => {
    const { client, requests } = clientWith(roles);
    await client.getRoles();
    expect(requests[0]?.body).toBe('{}');
  });

  test('each way to fail is an error of its own', async () => {
    const cases: [Reply, abstract new (...args: never[]) => Error, object][] = [
      [answer(refusal('not_found', 'no user u9')), ApiError, { code: 'not_found', message: 'no user u9' }],
      [answer('', 502), IntermediaryError, { httpStatus: 502 }],
      [silence('maybe'), NoAnswerError, { sent: 'maybe' }],
      [answer({ ok: true, meta }), UnreadableError, {}],
    ];
    for (const [reply, type, facts] of cases) {
      const { client } = clientWith(reply);
      const error: unknown = await client.getUser({ id: 'u9' }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(type);
      expect(error).toMatchObject(facts);
    }
  });
});

describe('trying again', () => {
  test('reading is tried again with growing waits, each a random part of its bound', async () => {
    const { client, requests, waits } = clientWith(
      silence('maybe'),
      answer('', 502),
      answer(refusal('server_error')),
      roles,
    );
    expect(await client.getRoles()).toEqual({ roles: [] });
    expect(requests).toHaveLength(4);
    expect(waits).toEqual([250, 500, 1000]);
  });

  test('reading ends after four tries', async () => {
    const { client, requests } = clientWith(silence('maybe'));
    await expect(client.getRoles()).rejects.toThrow(NoAnswerError);
    expect(requests).toHaveLength(4);
  });

  test.each(['invalid_request', 'unauthorized', 'not_found'])('%s is final', async (code) => {
    const { client, requests } = clientWith(answer(refusal(code)));
    await expect(client.getRoles()).rejects.toThrow(ApiError);
    expect(requests).toHaveLength(1);
  });

  const writes = [
    (client: Client) => client.import(input),
    (client: Client) => client.saveUsers({ users: [{ name: 'Zoë' }] }),
    (client: Client) => client.createListItems({ listId: 'l1', items: [] }),
  ];
  const ambiguous: [string, Reply][] = [
    ['no answer', silence('maybe')],
    ['an intermediary', answer('', 503)],
    ['a rate limit', answer(refusal('too_many_requests'))],
    ['an unreadable answer', answer(7)],
  ];

  test.each(ambiguous)('writing is never repeated after %s (invariant 3)', async (_, reply) => {
    for (const write of writes) {
      const { client, requests } = clientWith(reply);
      await expect(write(client)).rejects.toThrow();
      expect(requests).toHaveLength(1);
    }
  });

  test('writing is repeated when nothing was sent', async () => {
    const { client, requests } = clientWith(
      silence('no'),
      silence('no'),
      answer({ ok: true, importId: 'i1', meta }),
    );
    expect(await client.import(input)).toEqual({ importId: 'i1' });
    expect(requests).toHaveLength(3);
  });

  test.each([301, 400, 403, 404, 413])('HTTP %i of an intermediary is final', async (status) => {
    const { client, requests } = clientWith(answer('', status));
    await expect(client.getRoles()).rejects.toThrow(IntermediaryError);
    expect(requests).toHaveLength(1);
  });

  test('nothing is repeated after the caller has aborted', async () => {
    const { client, requests } = clientWith(silence('no'));
    await expect(client.getRoles({}, { signal: AbortSignal.abort() })).rejects.toThrow(NoAnswerError);
    expect(requests).toHaveLength(1);
  });
});

describe('a search', () => {
  const bodies = (requests: WireRequest[]) => requests.map(({ body }) => JSON.parse(body ?? ''));

  test('follows the cursor to the end, with the same filters', async () => {
    const { client, requests } = clientWith(page('u1', 'c1'), page('u2', 'c2'), page('u3'));
    const ids = [];
    for await (const { id } of client.items('getUsers', { userType: 'client' })) ids.push(id);
    expect(ids).toEqual(['u1', 'u2', 'u3']);
    expect(bodies(requests)).toEqual([
      { userType: 'client' },
      { userType: 'client', cursor: 'c1' },
      { userType: 'client', cursor: 'c2' },
    ]);
  });

  test('also comes page by page with its meta, and requests a page only when it is needed', async () => {
    const { client, requests } = clientWith(page('u1', 'c1'), page('u2'));
    const seen = [];
    for await (const { items, hasMore, nextCursor, meta } of client.pages('getUsers', { limit: 1 })) {
      seen.push({ ids: items.map(({ id }) => id), hasMore, nextCursor, left: meta.rateLimitRemaining });
      expect(requests).toHaveLength(seen.length);
    }
    expect(seen).toEqual([
      { ids: ['u1'], hasMore: true, nextCursor: 'c1', left: 9 },
      { ids: ['u2'], hasMore: false, nextCursor: undefined, left: 9 },
    ]);
  });

  test('continues where an earlier one ended', async () => {
    const { client, requests } = clientWith(page('u3'));
    for await (const { items } of client.pages('getUsers', { cursor: 'c2' })) expect(items).toHaveLength(1);
    expect(bodies(requests)).toEqual([{ cursor: 'c2' }]);
  });

  test('ends with an error when the server repeats a cursor', async () => {
    const { client } = clientWith(page('u1', 'c1'));
    const users = client.items('getUsers', {})[Symbol.asyncIterator]();
    await users.next();
    await users.next();
    await expect(users.next()).rejects.toThrow(UnreadableError);
  });
});

test('a base URL with credentials in it is refused without showing them', () => {
  const options = { baseUrl: 'https://ann:hunter2@service.example', apiKey: key, apiSecret: secret };
  expect(() => createClient(options)).toThrow(/^The base URL must hold no credentials/u);
});
