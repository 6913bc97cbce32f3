import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';

/**
 * What a failed request says of its effect:
 * - `refused`: a condition did not hold, so this request changed nothing; one sent before it may have.
 * - `passing`: throttled, in conflict, out of reach, or its reply was lost. It may have had its effect or not; the same
 *   request may be sent again, since every write is conditional.
 * - `final`: the request is wrong or not allowed; sending it again ends the same.
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
const passingReasons = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
]);

const answered = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) });

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return 'final';
  if (error.name === 'ConditionalCheckFailedException') return 'refused';
  if (error instanceof TransactionCanceledException) return cancellationOf(error);
  if (passingNames.has(error.name)) return 'passing';
  const answer = answered.safeParse(error);
  if (!answer.success) return isOfTheNetwork(error) ? 'passing' : 'final';
  const { httpStatusCode } = answer.data.$metadata;
  // An error although the answer says 200: it came in pieces.
  return httpStatusCode >= 500 || httpStatusCode < 300 ? 'passing' : 'final';
}

function cancellationOf({ CancellationReasons = [] }: TransactionCanceledException): Failure {
  const codes = CancellationReasons.map(({ Code }) => Code ?? 'None');
  if (codes.includes('ConditionalCheckFailed')) return 'refused';
  return codes.some((code) => passingReasons.has(code)) ? 'passing' : 'final';
}

/** Node's network errors carry a code in capitals, such as ECONNRESET or EPIPE. */
function isOfTheNetwork(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z_]+$/u.test(error.code);
}
