import { z } from 'zod';
import type { ApiError } from './api-error.ts';
import { errorCodes, errorStatus } from './error-codes.ts';

export const metaSchema = z.looseObject({
  requestId: z.string(),
  /** Milliseconds. */
  duration: z.int(),
  /** Units left in this UTC hour, and units of the whole hour. Both are 0 without a valid token. */
  rateLimitRemaining: z.int(),
  rateLimitLimit: z.int(),
});
export interface Meta {
  readonly requestId: string;
  readonly duration: number;
  readonly rateLimitRemaining: number;
  readonly rateLimitLimit: number;
}

const successSchema = z.looseObject({ ok: z.literal(true), meta: metaSchema });
const failureSchema = z.looseObject({
  ok: z.literal(false),
  meta: metaSchema,
  error: z.looseObject({
    code: z.enum(errorCodes),
    message: z.string().optional(),
    status: z.number(),
  }),
  importId: z.string().nullable().optional(),
});

/** Every answer but a file's bytes and a redirect. The fields of a success beside `ok` and `meta` are the operation's. */
export const envelopeSchema = z.discriminatedUnion('ok', [successSchema, failureSchema]);
export type Envelope = z.infer<typeof envelopeSchema>;

export function success<T extends object>(output: T, meta: Meta): T & { ok: true; meta: Meta } {
  return { ok: true, ...output, meta };
}

export interface Failure {
  readonly ok: false;
  readonly error: {
    readonly code: ApiError['code'];
    readonly message: string;
    readonly status: number;
  };
  readonly importId?: string | null;
  readonly meta: Meta;
}

export function failure(error: ApiError, meta: Meta): Failure {
  const { code, message, importId } = error;
  return {
    ok: false,
    error: { code, message, status: errorStatus[code] },
    ...(importId === undefined ? {} : { importId }),
    meta,
  };
}

/** The headers of every answer; what they share with `meta` is equal (invariant 20). */
export function answerHeaders(meta: Meta): Record<string, string> {
  return {
    'X-Request-Id': meta.requestId,
    'X-Response-Duration': String(meta.duration),
    'X-RateLimit-Limit': String(meta.rateLimitLimit),
    'X-RateLimit-Remaining': String(meta.rateLimitRemaining),
  };
}
