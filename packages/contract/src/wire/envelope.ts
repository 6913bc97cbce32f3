import * as z from 'zod';
import type { ApiError } from './api-error.ts';
import { errorCodes, errorStatus } from './error-codes.ts';

const metaObject = z.object({
  requestId: z.string().describe('Names this request in the logs of the service.'),
  duration: z.int().describe('Milliseconds that the service took.'),
  // Both are 0 without a valid token.
  rateLimitRemaining: z.int().describe('Requests left to the token in this UTC hour.'),
  rateLimitLimit: z.int().describe('Requests of the token in a whole UTC hour.'),
});
export type Meta = Readonly<z.infer<typeof metaObject>>;
export const metaSchema = z.looseObject(metaObject.shape);

const successSchema = z.looseObject({ ok: z.literal(true), meta: metaSchema });
export const failureSchema = z.looseObject({
  ok: z.literal(false),
  meta: metaSchema,
  error: z.looseObject({
    code: z.enum(errorCodes),
    message: z.string().optional().describe('For a person: what was wrong, where, and what was expected.'),
    status: z.number().describe('The related HTTP status; that of the answer is 200.'),
  }),
  importId: z
    .string()
    .nullable()
    .optional()
    .describe('Of an import that was refused at once and kept, if any.'),
});

/** Every answer except files and redirects. The other fields of a success are those of the operation. */
export const envelopeSchema = z.discriminatedUnion('ok', [successSchema, failureSchema]);
export type Envelope = z.infer<typeof envelopeSchema>;

export function success<T extends object>(output: T, meta: Meta): T & { ok: true; meta: Meta } {
  return { ok: true, ...output, meta };
}

export type Failure = ReturnType<typeof failure>;

export function failure(error: ApiError, meta: Meta) {
  const { code, message, importId } = error;
  return {
    ok: false as const,
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
