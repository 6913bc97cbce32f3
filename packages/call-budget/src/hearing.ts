import type { Told } from './rate-budget.ts';

/** What answers carry; a server may leave either out. */
export interface RateNote {
  readonly rateLimitLimit?: number | undefined;
  readonly rateLimitRemaining?: number | undefined;
}

/** What the answers of one instance have told of the limit. */
export interface Hearing {
  /** A call is made; the function takes what its answer told, or nothing. */
  begin(at: Date): (note: RateNote | undefined) => void;
  /** The newest that was told, less the calls that are under way; undefined until something was. */
  told(): Told | undefined;
}

export function createHearing(): Hearing {
  let [moment, underWay] = [0, 0];
  let newest: (Told & { readonly heard: number }) | undefined;

  /** Within an hour what remains only gets less; more of it, told to a call that was made later, is a new hour's. */
  function isNewer(remaining: number, begun: number): boolean {
    return newest === undefined || remaining <= newest.remaining || begun > newest.heard;
  }

  return {
    begin: (at) => {
      const begun = (moment += 1);
      underWay += 1;
      return (note) => {
        underWay -= 1;
        const { rateLimitLimit: limit = 0, rateLimitRemaining: remaining } = note ?? {};
        // A limit of 0 is said of a token that is none, and says nothing of ours.
        if (!(limit > 0) || remaining === undefined || !isNewer(remaining, begun)) return;
        newest = { limit, remaining: Math.min(limit, remaining), at: at.toISOString(), heard: (moment += 1) };
      };
    },
    told: () =>
      newest && { limit: newest.limit, remaining: Math.max(0, newest.remaining - underWay), at: newest.at },
  };
}
