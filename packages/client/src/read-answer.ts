import { describeIssues, errorCodes, operations, outputSchema, parseJson } from '@sluice/contract';
import type { ErrorCode, OperationName } from '@sluice/contract';
import * as z from 'zod';
import type { Answer, AnswerMeta, Refused, Unreadable } from './answer.ts';
import type { WireAnswer } from './transport.ts';

/** Lenient where a server may leave something out, strict about what decides: `ok` and `error.code`. */
const envelope = z.looseObject({
  ok: z.boolean(),
  error: z.object({ code: z.string(), message: z.string().optional().catch(undefined) }).optional(),
  importId: z.string().nullish().catch(undefined),
  meta: z
    .object({
      requestId: z.string().optional().catch(undefined),
      duration: z.number().optional().catch(undefined),
      rateLimitRemaining: z.number().optional().catch(undefined),
      rateLimitLimit: z.number().optional().catch(undefined),
    })
    .catch({}),
});
type Envelope = z.infer<typeof envelope>;

/** The meaning of an HTTP answer. Every possible answer has one. */
export function readAnswer<N extends OperationName>(name: N, wire: WireAnswer): Answer<N> {
  if (wire.status !== 200) return intermediary(wire);
  if (!wire.complete) return unreadable(`cut short after ${wire.body.length} bytes`);
  return operations[name].answers === 'file' ? readFile(name, wire) : readEnvelope(name, wire);
}

function intermediary({ status, headers }: WireAnswer): Answer<never> {
  const type = headers['content-type']?.split(';')[0] ?? 'no content type';
  return {
    kind: 'intermediary',
    httpStatus: status,
    detail: `HTTP ${status} (${type}) from something in front of the service, which itself always answers HTTP 200`,
  };
}

function unreadable(detail: string, importId?: string | null): Unreadable {
  return { kind: 'unreadable', detail: `HTTP 200, ${detail}`, ...(importId ? { importId } : {}) };
}

function readEnvelope<N extends OperationName>(name: N, wire: WireAnswer): Answer<N> {
  const text = textOf(wire.body);
  if (text === undefined) return unreadable('not UTF-8');
  if (/^\s*</u.test(text) || wire.headers['content-type']?.includes('text/html')) return intermediary(wire);
  const body = parseJson(text);
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return unreadable(body === undefined ? 'not JSON' : 'not the envelope');
  if (!parsed.data.ok) return refusal(parsed.data);
  const output = outputSchema(name).safeParse(body);
  if (output.success) return { kind: 'ok', output: output.data, meta: parsed.data.meta };
  return unreadable(
    `not the answer of ${name}: ${describeIssues(output.error.issues)}`,
    parsed.data.importId,
  );
}

const codes: ReadonlyMap<string, ErrorCode> = new Map([
  ...errorCodes.map((code) => [code, code] as const),
  // Not in the list of codes, and yet in a sample of the interface.
  ['bad_request', 'invalid_request'],
]);

function refusal({ error, importId, meta }: Envelope): Refused | Unreadable {
  const code = error && codes.get(error.code);
  if (error === undefined || code === undefined)
    return unreadable('refused without a known error code', importId);
  return { kind: 'refused', code, message: error.message ?? code, importId, meta };
}

/** A stored file may look like a refusal, but only a real one repeats the request id of the header. */
function readFile<N extends OperationName>(name: N, wire: WireAnswer): Answer<N> {
  const contentType = wire.headers['content-type'];
  const mayBeRefusal = contentType?.includes('json') && wire.sentAway === undefined;
  const refused = mayBeRefusal ? refusedFile(wire) : undefined;
  if (refused !== undefined) return refused;
  const output = outputSchema(name).safeParse({ bytes: wire.body, contentType });
  if (!output.success) return unreadable(`not the answer of ${name}`);
  return { kind: 'ok', output: output.data, meta: metaOfHeaders(wire.sentAway ?? wire.headers) };
}

function refusedFile({ body, headers }: WireAnswer): Refused | Unreadable | undefined {
  const parsed = envelope.safeParse(parseJson(textOf(body) ?? ''));
  if (!parsed.success || parsed.data.ok || parsed.data.error === undefined) return undefined;
  const requestId = headers['x-request-id'];
  return requestId === undefined || requestId === parsed.data.meta.requestId
    ? refusal(parsed.data)
    : undefined;
}

function metaOfHeaders(headers: WireAnswer['headers']): AnswerMeta {
  const requestId = headers['x-request-id'];
  const numbers = {
    duration: headers['x-response-duration'],
    rateLimitRemaining: headers['x-ratelimit-remaining'],
    rateLimitLimit: headers['x-ratelimit-limit'],
  };
  const known = Object.entries(numbers).filter(([, value]) => value !== undefined);
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...Object.fromEntries(known.map(([name, value]) => [name, Number(value)])),
  };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
