import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError } from '../aws-json/front.ts';

export interface Patience {
  readonly longestMs: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly signal: AbortSignal;
}

/** Invokes again while Lambda throttles, with growing pauses. @returns undefined when it was throttled all the time */
export async function whenAdmitted<T>(invoke: () => Promise<T>, patience: Patience): Promise<T | undefined> {
  const until = performance.now() + patience.longestMs;
  for (let pause = patience.firstPauseMs; ; pause = Math.min(pause * 2, patience.longestPauseMs)) {
    try {
      return await invoke();
    } catch (error) {
      if (!isThrottle(error)) throw error;
      if (performance.now() + pause > until) return undefined;
      await sleep(pause, undefined, { signal: patience.signal });
    }
  }
}

export function isThrottle(error: unknown): error is AwsError {
  return error instanceof AwsError && error.code === 'TooManyRequestsException';
}
