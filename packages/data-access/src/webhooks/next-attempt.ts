const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The longest wait after each failed try: ten tries, the last within three days. */
export const retryWaitsMs = [
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  9 * hour,
  13 * hour,
  18 * hour,
  24 * hour,
] as const;

export const mostAttempts = retryWaitsMs.length + 1;

/** Each wait is shortened by up to this part of it, so that what failed together does not come back together. */
const jitter = 0.15;

/** When to try again; undefined when the delivery must be parked. `random` is in [0, 1). */
export function nextAttempt(tried: number, now: Date, random: () => number): Date | undefined {
  if (tried <= 0) return now;
  const wait = retryWaitsMs[tried - 1];
  if (wait === undefined) return undefined;
  return new Date(now.getTime() + Math.round(wait * (1 - jitter * random())));
}
