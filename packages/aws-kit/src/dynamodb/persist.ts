import { failureOf } from './failures.ts';
import type { TableAccess } from './table.ts';

/** The table stayed busy or out of reach for all tries. The request may have had its effect. */
export class TableBusyError extends Error {
  override readonly name = 'TableBusyError';
  readonly code = 'busy';
}

const triesAtMost = 8;
const firstPauseMs = 50;
const longestPauseMs = 2_000;

/**
 * Makes a request until it is answered, with pauses of full jitter: up to 50, 100, 200 … 2,000 ms.
 * A request that answers `undefined` is made again too.
 * @throws TableBusyError when the last try failed as well
 */
export async function persist<T>(access: TableAccess, request: () => Promise<T | undefined>): Promise<T> {
  let cause: unknown;
  for (let tried = 0; tried < triesAtMost; tried += 1) {
    if (tried > 0) {
      const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** (tried - 1));
      await access.sleep(access.random() * longest);
    }
    try {
      const answer = await request();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (failureOf(error) !== 'passing') throw error;
      cause = error;
    }
  }
  throw new TableBusyError(`The table did not take a request in ${triesAtMost} tries.`, { cause });
}
