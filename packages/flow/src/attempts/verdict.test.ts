import { createServer, type Socket } from 'node:net';
import { createClient, type Answer } from '@sluice/client';
import { errorCodes } from '@sluice/contract';
import { listening } from '@sluice/local/testing/http-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importIdOf, meanings, observationOf, reasonOf, type Meaning } from './verdict.ts';

/** What the server writes before it hangs up, or else does. */
type Behaviour = string | ((socket: Socket) => void);

const http = (status: string, body: string, headers = 'Content-Type: application/json') =>
  `HTTP/1.1 ${status}\r\n${headers}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
const ok = (body: object) => http('200 OK', JSON.stringify({ meta: {}, ...body }));
const refused = (code: string, more: object = {}) =>
  ok({ ok: false, error: { code, message: 'no', status: 400 }, ...more });

const both = (meaning: Meaning) => ({ dry: meaning, real: meaning });
const ambiguousForReal = { dry: 'parked:rejected', real: 'ambiguous' } as const;

/** Every answer of a server, or of something in front of it, and every way of having none. */
const rows: [
  name: string,
  behaviour: Behaviour,
  meaning: { dry: Meaning; real: Meaning },
  importId?: string,
][] = [
  ['ok with an importId', ok({ ok: true, importId: 'i1' }), both('accepted'), 'i1'],
  ['ok with importId null', ok({ ok: true, importId: null }), both('ambiguous')],
  ['ok with an empty importId', ok({ ok: true, importId: '' }), both('ambiguous')],
  ['ok without importId', ok({ ok: true }), both('ambiguous')],
  ['a refusal with importId null', refused('invalid_request', { importId: null }), both('refused')],
  ['unauthorized', refused('unauthorized'), both('parked:rejected')],
  ['invalid_request', refused('invalid_request'), both('refused')],
  ['bad_request, an unlisted code', refused('bad_request'), both('refused')],
  ['not_found', refused('not_found'), both('refused')],
  ['too_many_requests', refused('too_many_requests'), both('parked:rejected')],
  ['server_error', refused('server_error'), both('ambiguous')],
  ['an unknown code', refused('teapot'), both('ambiguous')],
  ['an unknown code with an importId', refused('teapot', { importId: 'i2' }), both('accepted'), 'i2'],
  ['a refusal without a code', ok({ ok: false }), both('ambiguous')],
  ['a refusal with an importId', refused('invalid_request', { importId: 'i3' }), both('accepted'), 'i3'],
  ['server_error with an importId', refused('server_error', { importId: 'i4' }), both('accepted'), 'i4'],
  ['JSON without an envelope', http('200 OK', '[1]'), both('ambiguous')],
  ['text that is not JSON', http('200 OK', 'Welcome'), both('ambiguous')],
  ['an empty body', http('200 OK', ''), both('ambiguous')],
  ['bytes that are not UTF-8', (socket) => socket.end(invalidUtf8()), both('ambiguous')],
  ['a page for people', http('200 OK', '<html>', 'Content-Type: text/html'), ambiguousForReal],
  ['a body cut short', ok({ ok: true, importId: 'i5' }).slice(0, -4), both('ambiguous')],
  ['a head cut short', 'HTTP/1.1 200 OK\r\nContent-Ty', both('ambiguous')],
  ['another protocol than HTTP', 'SSH-2.0-OpenSSH\r\n', both('ambiguous')],
  ['a hang-up without a byte', '', both('ambiguous')],
  ['a reset', (socket) => socket.resetAndDestroy(), both('ambiguous')],
  ['silence', () => {}, both('ambiguous')],
  ...['204 No', '400 Bad', '401 No', '403 No', '407 No', '408 Late', '413 Large', '414 Long', '429 Many'].map(
    (status): (typeof rows)[number] => [`HTTP ${status}`, http(status, '{}'), ambiguousForReal],
  ),
  ...['431 Large', '499 Gone', '500 No', '502 Bad', '503 Out', '504 Late'].map(
    (status): (typeof rows)[number] => [`HTTP ${status}`, http(status, '{}'), ambiguousForReal],
  ),
  ['HTTP 201 with an importId', http('201 Made', '{"ok":true,"importId":"i6"}'), ambiguousForReal],
];

function invalidUtf8(): Buffer {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';
  return Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xfe])]);
}

let behaviour: Behaviour = '';
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', () => {
    if (typeof behaviour === 'function') behaviour(socket);
    else socket.end(behaviour);
  });
});

/** Long enough for a busy machine. Only silence needs all of its time. */
const timeouts = { usual: 10_000, silence: 1500 };

const clientOf = (baseUrl: string, timeoutMs: number) =>
  createClient({ baseUrl, apiKey: 'k', apiSecret: 's', timeoutMs });
const send = (baseUrl: string, timeoutMs = timeouts.usual) =>
  clientOf(baseUrl, timeoutMs).call('import', {
    dryRun: true,
    recordSets: [{ schema: 'client', lookup: 'email', records: [] }],
  });

let running: Awaited<ReturnType<typeof listening>>;
const address = (): string => `127.0.0.1:${running.port}`;
beforeAll(async () => {
  running = await listening(server);
});
afterAll(() => running[Symbol.asyncDispose]());

describe('the meaning of an answer to import, over the wire', () => {
  it.each(rows)('%s (invariants 3, 4)', async (name, does, meaning, importId) => {
    behaviour = does;
    const answer = await send(`http://${address()}`, name === 'silence' ? timeouts.silence : timeouts.usual);
    expect(meanings[observationOf(answer)]).toEqual(meaning);
    expect(importIdOf(answer)).toBe(importId);
  });

  it.each([
    ['a closed port', () => 'http://127.0.0.1:1'],
    ['an unknown host', () => 'http://nobody.invalid'],
    ['a server without TLS', () => `https://${address()}`],
  ])('%s: nothing was sent (invariant 3)', async (_name, baseUrl) => {
    behaviour = http('200 OK', '{}');
    const answer = await send(baseUrl());
    expect(meanings[observationOf(answer)]).toEqual(both('parked:not_sent'));
  });
});

describe('the table of meanings', () => {
  it('has an entry for every error code', () => {
    for (const code of errorCodes) expect(meanings).toHaveProperty([`refused:${code}`]);
  });

  it('makes a real import ambiguous unless the service refused it or nothing was sent (invariant 3)', () => {
    const certain = ['importId', 'notSent', ...errorCodes.map((code) => `refused:${code}`)];
    for (const [observation, { real }] of Object.entries(meanings))
      if (!certain.includes(observation)) expect(real).toBe('ambiguous');
  });

  it('has reasons that do not quote the service (invariant 15)', () => {
    const [text, meta] = ['secret cell', {}];
    const answers: Answer<'import'>[] = [
      ...errorCodes.map((code) => ({ kind: 'refused', code, message: text, meta }) as const),
      { kind: 'intermediary', httpStatus: 502, detail: text },
      { kind: 'noAnswer', sent: 'no', detail: text },
      { kind: 'noAnswer', sent: 'maybe', detail: text },
      { kind: 'unreadable', detail: text },
    ];
    for (const answer of answers) expect(reasonOf(answer)).not.toContain(text);
  });
});
