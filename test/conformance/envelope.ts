import assert from 'node:assert/strict';
import * as z from 'zod';
import type { Received } from './port.ts';

/** Section 2.1, written again: the suite must not depend on the code that it tests. */
const metaSchema = z.looseObject({
  requestId: z.string().min(1),
  duration: z.int().min(0),
  rateLimitRemaining: z.int().min(0),
  rateLimitLimit: z.int().min(0),
});
const statuses = {
  unauthorized: 401,
  invalid_request: 400,
  not_found: 404,
  too_many_requests: 429,
  server_error: 500,
} as const;
export type Code = keyof typeof statuses;
const codes = ['unauthorized', 'invalid_request', 'not_found', 'too_many_requests', 'server_error'] as const;

const envelopeSchema = z.discriminatedUnion('ok', [
  z.looseObject({ ok: z.literal(true), meta: metaSchema, error: z.undefined().optional() }),
  z.looseObject({
    ok: z.literal(false),
    meta: metaSchema,
    error: z.looseObject({ code: z.enum(codes), message: z.string().optional(), status: z.number() }),
  }),
]);
export type Envelope = z.infer<typeof envelopeSchema>;

/** The statuses that the interface shows (section 7.3). */
const shownStatuses: readonly Code[] = ['not_found', 'invalid_request'];

/** Reads an envelope and checks what is true of every envelope; of ours also what we decided. */
export function readEnvelope({ status, headers, bytes }: Received, ours = true): Envelope {
  const text = Buffer.from(bytes).toString('utf8');
  assert.equal(status, 200, `HTTP status of ${text.slice(0, 300)}`);
  assert.match(headers['content-type'] ?? '', /^application\/json\b/);
  // A sample of the interface has this code, which is not in its list (section 7.5).
  const known = ours ? text : text.replace('"code":"bad_request"', '"code":"invalid_request"');
  const read = envelopeSchema.safeParse(parsed(known));
  assert.ok(read.success, `expected an envelope, not ${text.slice(0, 300)}: ${read.error?.message}`);
  checkHeaders(headers, read.data.meta);
  const { error } = read.data;
  if (error && (ours || shownStatuses.includes(error.code)))
    assert.equal(error.status, statuses[error.code], `the status of ${error.code}`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Headers = Received['headers'];

/** Sections 7.6 and 8: the headers of an answer equal its `meta`. */
export function checkHeaders(headers: Headers, meta?: Envelope['meta']): void {
  const shown = [
    headers['x-request-id'],
    headers['x-ratelimit-limit'],
    headers['x-ratelimit-remaining'],
    headers['x-response-duration'],
  ];
  assert.match(shown[0] ?? '', /\S/, 'X-Request-Id');
  for (const number of shown.slice(1)) assert.match(number ?? '', /^\d+(\.\d+)?$/, 'a number in each header');
  if (!meta) return;
  const { requestId, rateLimitLimit, rateLimitRemaining } = meta;
  assert.deepEqual(shown.slice(0, 3), [requestId, String(rateLimitLimit), String(rateLimitRemaining)]);
}
