/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** Whole, from 0 to below `bound`. */
  below(bound: number): number;
  /** Whole, from `least` to `most`. */
  between(least: number, most: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** True once in `times`. */
  once(times: number): boolean;
}

/** Mulberry32: 32 bits of state, good enough for names, telephone numbers and tests. */
export function randomOf(seed: number): Random {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (items) => items[below(items.length)] ?? items[0],
    once: (times) => below(times) === 0,
  };
}

/** `#` becomes a digit. */
export function digits(pattern: string, random: Random): string {
  return pattern.replaceAll('#', () => String(random.between(0, 9)));
}

/** An ISO date between the first of January of two years. */
export function dateBetween(from: number, to: number, random: Random): string {
  const start = Date.UTC(from, 0, 1);
  const days = (Date.UTC(to, 0, 1) - start) / 86_400_000;
  return new Date(start + random.between(0, days - 1) * 86_400_000).toISOString().slice(0, 10);
}
