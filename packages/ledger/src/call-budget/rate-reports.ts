import type { RateReport } from './rate-budget.ts';

/** The rate headers of an answer. A server may leave either out. */
export interface RateNote {
  readonly rateLimitLimit?: number | undefined;
  readonly rateLimitRemaining?: number | undefined;
}

/** What the answers to one instance have reported about the limit. */
export interface RateReports {
  /** Marks the start of a call. Pass its answer's headers, or undefined, to the returned function. */
  begin(at: Date): (note: RateNote | undefined) => void;
  /** The newest report, less the calls that are under way; undefined before the first. */
  latest(): RateReport | undefined;
}

export function createRateReports(): RateReports {
  let [moment, underWay] = [0, 0];
  let newest: (RateReport & { readonly receivedAt: number }) | undefined;

  /** Within an hour the remaining calls only decrease. If a later call reports more, a new hour has begun. */
  function isNewer(remaining: number, begun: number): boolean {
    return newest === undefined || remaining <= newest.remaining || begun > newest.receivedAt;
  }

  return {
    begin: (at) => {
      const begun = (moment += 1);
      underWay += 1;
      return (note) => {
        underWay -= 1;
        const { rateLimitLimit: limit = 0, rateLimitRemaining: remaining } = note ?? {};
        // A server reports a limit of 0 for an invalid token. That is not our limit.
        if (!(limit > 0) || remaining === undefined || !isNewer(remaining, begun)) return;
        newest = {
          limit,
          remaining: Math.min(limit, remaining),
          at: at.toISOString(),
          receivedAt: (moment += 1),
        };
      };
    },
    latest: () =>
      newest && { limit: newest.limit, remaining: Math.max(0, newest.remaining - underWay), at: newest.at },
  };
}
