import fc from 'fast-check';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { Answer } from './answer.ts';
import type { Client } from './client.ts';
import { createClient } from './create-client.ts';
import type { Transport, WireAnswer, WireSilence } from './transport.ts';

/** A value as anybody might print it, with whatever hangs below it. */
function prints(value: unknown): string {
  const shown = [inspect(value, { depth: 20, showHidden: true, getters: true }), String(value)];
  const json = JSON.stringify(value) ?? '';
  const below = value instanceof Error ? [value.message, value.stack ?? '', prints(value.cause)] : [];
  return [...shown, json, ...below].join('\n');
}

const token = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/u);

/** What may come back from a server, or something in front of it, that repeats what it was sent. */
const replies = (apiKey: string, apiSecret: string): fc.Arbitrary<WireAnswer | WireSilence> => {
  const echo = `You sent ${apiKey} and ${apiSecret}${apiSecret}`;
  const codes = fc.constantFrom('unauthorized', 'invalid_request', 'too_many_requests', 'server_error', echo);
  const body = fc.oneof(
    codes.map((code) =>
      JSON.stringify({ ok: false, error: { code, message: echo }, meta: { requestId: 'r' } }),
    ),
    fc.constantFrom(echo, `<html>${echo}</html>`, JSON.stringify({ ok: true, [echo]: echo }), ''),
  );
  const answers = fc.record({
    kind: fc.constant('answer' as const),
    status: fc.constantFrom(200, 301, 307, 403, 502),
    headers: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/html' },
      { 'content-type': echo },
      { location: `https://elsewhere.example/${apiSecret}`, 'content-type': 'application/json' },
    ),
    body: body.map((text) => Buffer.from(text)),
    complete: fc.boolean(),
  });
  const silences = fc.record({
    kind: fc.constant('noAnswer' as const),
    sent: fc.constantFrom('no' as const, 'maybe' as const),
    detail: fc.constantFrom('ECONNRESET', `unsendable: ${echo}`),
  });
  return fc.oneof(answers, silences);
};

interface Way {
  readonly call: (client: Client) => Promise<Answer>;
  readonly method: (client: Client) => Promise<unknown>;
}
const ways: Way[] = [
  { call: (client) => client.call('getRoles', {}), method: (client) => client.getRoles() },
  {
    call: (client) => client.call('import', { recordSets: [] }),
    method: (client) => client.import({ recordSets: [] }),
  },
  {
    call: (client) => client.call('downloadFile', { key: 'k' }),
    method: (client) => client.downloadFile({ key: 'k' }),
  },
];
const cases = fc.tuple(token, token).chain(([apiKey, apiSecret]) =>
  fc.record({
    apiKey: fc.constant(apiKey),
    apiSecret: fc.constant(apiSecret),
    reply: replies(apiKey, apiSecret),
    way: fc.constantFrom(...ways),
  }),
);

test('no print of the client, its answers and its errors shows the token, whatever comes back (invariant 15)', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ apiKey, apiSecret, reply, way }) => {
      const transport: Transport = async () => reply;
      const baseUrl = 'https://service.example/base';
      const client = createClient({ baseUrl, apiKey, apiSecret, transport, sleep: async () => {} });
      const answer = await way.call(client);
      const thrown = await way.method(client).catch((error: unknown) => error);
      // The data of a success is not changed.
      const printed = [client, ...(answer.kind === 'ok' ? [] : [answer, thrown])].map(prints).join('\n');
      expect(printed).not.toContain(apiKey);
      expect(printed).not.toContain(apiSecret);
      expect(inspect(client)).toBe("Client { baseUrl: 'https://service.example/base/' }");
    }),
    { numRuns: 500 },
  );
});
