/** What a sweep did, and what failed or had no time. */
export interface Tally {
  done: number;
  left: number;
}

/** Checks that run at once. */
export const atOnce = 8;
