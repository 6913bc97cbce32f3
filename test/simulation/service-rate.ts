import type { ServiceOptions } from './service-options.ts';

/** Admits so many calls in each UTC hour; without a limit, as many as ours does. */
export function createRate({ now, limit: most = 100_000, others = () => 0 }: ServiceOptions) {
  const hours = new Map<number, { used: number; ours: number; refused: number }>();
  return {
    /** For each hour that had a call of ours: how many were admitted, and how many were refused. */
    hours: () => [...hours.values()],
    spend: () => {
      const number = Math.floor(now().getTime() / 3_600_000);
      const hour = hours.get(number) ?? { used: 0, ours: 0, refused: 0 };
      hours.set(number, hour);
      hour.used = Math.min(most, hour.used + others());
      const isSpent = hour.used >= most;
      hour[isSpent ? 'refused' : 'ours'] += 1;
      if (!isSpent) hour.used += 1;
      const rate = { rateLimitLimit: most, rateLimitRemaining: most - hour.used };
      return { isSpent, meta: { requestId: 'r1', duration: 1, ...rate } };
    },
  };
}
