/**
 * What a seed decides. Each question has a name, and its answer follows from the seed and the name alone: leaving one decision out
 * keeps all the others, which is how a history is shrunk.
 */
export interface Decisions {
  /** Whether something out of the ordinary happens; `false` is the plain answer. */
  chance(name: string, probability: number): boolean;
  /** From 0, the plain answer, to below `count`. */
  pick(name: string, count: number): number;
  /** Every question that got an answer out of the ordinary, in order. */
  readonly made: ReadonlySet<string>;
}

/** @param kept where given, every other question gets its plain answer */
export function decisionsOf(seed: number, kept?: ReadonlySet<string>): Decisions {
  const made = new Set<string>();
  const isKept = (name: string) => kept === undefined || kept.has(name);
  return {
    made,
    chance: (name, probability) => {
      const isSo = probability > 0 && isKept(name) && partOf(seed, name) < probability;
      if (isSo) made.add(name);
      return isSo;
    },
    pick: (name, count) => {
      const picked = count > 1 && isKept(name) ? Math.floor(partOf(seed, name) * count) : 0;
      if (picked > 0) made.add(name);
      return picked;
    },
  };
}

/** Nothing out of the ordinary happens. */
export const plainly: Decisions = decisionsOf(0, new Set());

/** A number from 0 to 1 that follows from a seed and a name (FNV-1a, then the mixing of mulberry32). */
function partOf(seed: number, name: string): number {
  let hash = (2166136261 ^ seed) >>> 0;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 16777619);
  const state = (hash + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
