import type { Clock } from '../ports.ts';
import { ObjectNotDecrypted, ObjectNotFound } from '../ports.ts';
import type { Outside } from '../read/reading-guard.ts';

/** How long one file may be searched: with the rest of a call, less than a function has. */
const searchMs = 8_000;

/** One file holds so much that its search would take the time of all others. */
class TakesTooLong extends Error {}

/** Ends the reading of one file when its time is over. At least a piece of each stream is read. */
export function searchTime(now: Clock) {
  const until = now().getTime() + searchMs;
  return async function* inTime<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
    let isFirst = true;
    for await (const piece of pieces) {
      if (!isFirst && now().getTime() >= until) throw new TakesTooLong('A file takes too long to search');
      isFirst = false;
      yield piece;
    }
  };
}
export type InTime = ReturnType<typeof searchTime>;

/**
 * @returns `unread` if the file cannot be searched, now or later, whatever is wrong with it
 * @throws what a retry may cure
 */
export async function unlessUnread<T>(
  search: () => T | Promise<T>,
  outside: Pick<Outside, 'hasFailed'>,
): Promise<T | 'unread'> {
  try {
    return await search();
  } catch (error) {
    const isForGood = error instanceof ObjectNotDecrypted || error instanceof ObjectNotFound;
    if (outside.hasFailed() && !isForGood) throw error;
    return 'unread';
  }
}
