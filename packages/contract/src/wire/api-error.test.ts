import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { answerHeaders, envelopeSchema, failure, success, type Meta } from './envelope.ts';
import { errorCodes, errorStatus } from './error-codes.ts';

const meta: Meta = { requestId: 'r1', duration: 3, rateLimitRemaining: 9, rateLimitLimit: 10 };

test('every code has a status, and every failure is a valid envelope (invariant 16)', () => {
  expect(errorCodes).toEqual(Object.keys(errorStatus));
  for (const code of errorCodes) {
    const body = failure(new ApiError(code, 'no'), meta);
    expect(envelopeSchema.safeParse(body).success).toBe(true);
    expect(body).toEqual({ ok: false, error: { code, message: 'no', status: errorStatus[code] }, meta });
  }
});

test('a failed import carries its importId, null included', () => {
  expect(failure(new ApiError('invalid_request', 'no', { importId: 'i1' }), meta)).toHaveProperty(
    'importId',
    'i1',
  );
  expect(failure(new ApiError('server_error', 'no', { importId: null }), meta)).toHaveProperty(
    'importId',
    null,
  );
});

test('any other error becomes server_error, and its message stays out of the answer', () => {
  const cause = new Error('table users-7 is gone');
  const error = ApiError.from(cause);
  expect(error.cause).toBe(cause);
  expect(JSON.stringify(failure(error, meta))).not.toContain('users-7');
  expect(ApiError.from(error)).toBe(error);
});

test('a success is a valid envelope, and headers equal meta (invariant 20)', () => {
  const body = success({ user: { id: 'u1' } }, meta);
  expect(envelopeSchema.parse(body)).toEqual({ ok: true, user: { id: 'u1' }, meta });
  expect(answerHeaders(meta)).toEqual({
    'X-Request-Id': 'r1',
    'X-Response-Duration': '3',
    'X-RateLimit-Limit': '10',
    'X-RateLimit-Remaining': '9',
  });
});
