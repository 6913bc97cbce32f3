import { resetAfter } from '@sluice/call-budget';
import type { ScriptedRate } from './scripted-service.ts';

export interface LimitedServer {
  /** A call of ours. */
  spend(): ScriptedRate;
  /** Of each hour that had a call of ours: those that were admitted, and those that were not. */
  hours(): readonly { readonly ours: number; readonly refused: number }[];
}

/** Admits so many calls in each UTC hour; of each call of ours, somebody else may have made some before. */
export function createLimitedServer(
  now: () => Date,
  { limit, others = () => 0 }: { readonly limit: number; readonly others?: () => number },
): LimitedServer {
  const hours = new Map<number, { used: number; ours: number; refused: number }>();
  return {
    spend: () => {
      const reset = resetAfter(now()).getTime();
      const hour = hours.get(reset) ?? { used: 0, ours: 0, refused: 0 };
      hours.set(reset, hour);
      hour.used = Math.min(limit, hour.used + others());
      const isSpent = hour.used >= limit;
      hour[isSpent ? 'refused' : 'ours'] += 1;
      if (!isSpent) hour.used += 1;
      return { isSpent, rateLimitLimit: limit, rateLimitRemaining: limit - hour.used };
    },
    hours: () => [...hours.values()],
  };
}
