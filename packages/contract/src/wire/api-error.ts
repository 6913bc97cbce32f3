import type { ErrorCode } from './error-codes.ts';

export interface ApiErrorOptions {
  /** The `invalid` import that an early failure leaves behind; null when none could be kept. */
  readonly importId?: string | null | undefined;
  /** For the log; never rendered into an answer. */
  readonly cause?: unknown;
}

/** A refusal by the service. Its message goes to the caller, so it explains and holds no secret. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly code: ErrorCode;
  readonly importId: string | null | undefined;

  constructor(code: ErrorCode, message: string, { importId, cause }: ApiErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.importId = importId;
  }

  /** Any other error is a fault of the service: `server_error`. Its cause goes to the log only. */
  static from(thrown: unknown): ApiError {
    if (thrown instanceof ApiError) return thrown;
    return new ApiError('server_error', 'The service failed to answer; the request id leads to the cause.', {
      cause: thrown,
    });
  }
}
