import { ApiError } from '@sluice/contract';
import type { Answer, Succeeded } from './answer.ts';

export { ApiError };

/** The rate of the token is spent, and the caller does not wait (`waitForRate`). Nothing is sent before `until`. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
  /** When the next hour begins. */
  readonly until: Date;

  constructor(until: Date, message = 'The token has no request left in this UTC hour.') {
    super('too_many_requests', `${message} The next hour begins at ${until.toISOString()}.`);
    this.until = until;
  }
}

/** Something in front of the service answered; the service itself always answers HTTP 200. */
export class IntermediaryError extends Error {
  override readonly name = 'IntermediaryError';
  readonly httpStatus: number;

  constructor(httpStatus: number, detail: string) {
    super(detail);
    this.httpStatus = httpStatus;
  }
}

/** Nothing came back. `sent` shows whether the service may have acted on the request. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly sent: 'no' | 'maybe';

  constructor(sent: 'no' | 'maybe', detail: string) {
    super(detail);
    this.sent = sent;
  }
}

/** An answer that was cut short, or is not what the operation answers. The service may have acted on the request. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly importId: string | undefined;

  constructor(detail: string, importId?: string) {
    super(detail);
    this.importId = importId;
  }
}

/** The error that a method throws for what `call` returns as data. */
export function errorOf(answer: Exclude<Answer, Succeeded>): Error {
  switch (answer.kind) {
    case 'refused':
      return new ApiError(answer.code, answer.message, { importId: answer.importId });
    case 'intermediary':
      return new IntermediaryError(answer.httpStatus, answer.detail);
    case 'noAnswer':
      return new NoAnswerError(answer.sent, answer.detail);
    default:
      return new UnreadableError(answer.detail, answer.importId);
  }
}
