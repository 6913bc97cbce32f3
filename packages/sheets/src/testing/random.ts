/** The same numbers for the same seed. */
export interface Random {
  /** A whole number from 0, below the bound. */
  below(bound: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** True once in so many times. */
  once(times: number): boolean;
}

/** mulberry32 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    once: (times) => below(times) === 0,
  };
}
