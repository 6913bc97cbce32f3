import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';

/**
 * The effect of a failed request:
 * - `refused`: a condition was false, so this request changed nothing. An earlier try of it may have.
 * - `passing`: throttled, in conflict, out of reach, or the reply was lost. It may have had its effect. It is safe to send
 *   again, since every write is conditional.
 * - `final`: the request is wrong or not allowed; sending it again ends the same way.
 */
export type Failure = 'refused' | 'passing' | 'final';

const passingNames = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionInProgressException',
  'InternalServerError',
  'InternalServerException',
  'ServiceUnavailable',
  'TimeoutError',
]);
const refusedCodes = new Set(['ConditionalCheckFailed', 'DuplicateItem']);
const passingCodes = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
  'InternalServerError',
]);

/** The failure of one statement of a batch, or of one action of a transaction. */
export function failureOfCode(code: string): Failure {
  if (refusedCodes.has(code)) return 'refused';
  return passingCodes.has(code) ? 'passing' : 'final';
}

const answered = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) });

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return 'final';
  if (error.name === 'ConditionalCheckFailedException') return 'refused';
  if (error instanceof TransactionCanceledException) return cancellationOf(error);
  if (passingNames.has(error.name)) return 'passing';
  const answer = answered.safeParse(error);
  if (!answer.success) return isNetworkError(error) ? 'passing' : 'final';
  const { httpStatusCode } = answer.data.$metadata;
  // An error with status 200: the answer broke off.
  return httpStatusCode >= 500 || httpStatusCode < 300 ? 'passing' : 'final';
}

function cancellationOf({ CancellationReasons = [] }: TransactionCanceledException): Failure {
  const failures = CancellationReasons.map(({ Code = 'None' }) => failureOfCode(Code));
  return ['refused' as const, 'passing' as const].find((failure) => failures.includes(failure)) ?? 'final';
}

/** Node's network errors carry a code in capitals, such as ECONNRESET or EPIPE. */
function isNetworkError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z_]+$/u.test(error.code);
}
