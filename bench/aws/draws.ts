import { latencies, otherLatency } from './assumptions.ts';

/** Milliseconds of something in `latencies`, by a seeded draw: the same seed gives the same ones. `more` is added to some. */
export function createDraws(
  seed: number,
  more: Readonly<Record<string, number>> = {},
): (name: string) => number {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return (name) => {
    const { median, p99 } = latencies[name] ?? otherLatency;
    return (more[name] ?? 0) + median * Math.exp((normal() * Math.log(p99 / median)) / normalP99);
  };
}

/** The 99th percentile of the normal distribution. */
const normalP99 = 2.326;
