import type { ErrorCode } from './error-codes.ts';

export interface ApiErrorOptions {
  /** The `invalid` import that an early failure leaves behind; null when none could be kept. */
  readonly importId?: string | null | undefined;
  /** For the log; never rendered into an answer. */
  readonly cause?: unknown;
}

/** A refusal by the service. Its message is for the caller and travels on the wire: it teaches, and holds no secret. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly code: ErrorCode;
  readonly importId: string | null | undefined;

  constructor(code: ErrorCode, message: string, { importId, cause }: ApiErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.importId = importId;
  }

  /** Whatever else was thrown is our fault and nobody else's business: `server_error`, with the cause kept for the log. */
  static from(thrown: unknown): ApiError {
    if (thrown instanceof ApiError) return thrown;
    return new ApiError('server_error', 'The service failed to answer; the request id leads to the cause.', {
      cause: thrown,
    });
  }
}
