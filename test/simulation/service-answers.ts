const meta = { requestId: 'r1', duration: 1, rateLimitRemaining: 90_000, rateLimitLimit: 100_000 };

export const success = (output: object) => ({ ok: true, meta, ...output });
export const failure = (code: string, message: string, told: object = meta) => ({
  ok: false,
  meta: told,
  error: { code, message },
});
