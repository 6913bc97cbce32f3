import * as fc from 'fast-check';

/** When a run is killed, by its status. */
export const phases = ['reading', 'checking', 'importing', 'reporting'] as const;
export type Phase = (typeof phases)[number];

export interface Kill {
  readonly phase: Phase;
  /** How far into the phase: a fraction of the time that it usually takes. */
  readonly depth: number;
  /** The whole system with all that it started, or its database alone. */
  readonly of: 'system' | 'database';
}

/** One run, and the kills before it may end. */
export interface Scenario {
  readonly mark: string;
  readonly kills: readonly Kill[];
}

/** Every other scenario has so many kills; the others have one. */
const severalKills = 5;

/** The same for the same seed. The phases take turns, and the depth is random. */
export function planScenarios({
  kills,
  database,
  seed,
}: Record<'kills' | 'database' | 'seed', number>): Scenario[] {
  const depths = fc.sample(fc.noBias(fc.integer({ min: 0, max: 999 })), { seed, numRuns: kills + database });
  const turns = fc.sample(fc.noBias(fc.shuffledSubarray([...phases], { minLength: phases.length })), {
    seed,
    numRuns: kills + database,
  });
  const all = depths.map((depth, at): Kill => ({
    phase: turns.flat()[at] ?? 'checking',
    depth: depth / 1000,
    of: at < kills ? 'system' : 'database',
  }));
  const groups: Kill[][] = [];
  for (let at = 0; at < kills; at += groups.at(-1)?.length ?? 1) {
    const size = groups.length % 2 === 0 ? severalKills : 1;
    groups.push(all.slice(at, Math.min(kills, at + size)));
  }
  groups.push(...all.slice(kills).map((kill) => [kill]));
  return groups.map((group, at) => ({ mark: `killed-${at + 1}`, kills: group.toSorted(inTime) }));
}

const inTime = (one: Kill, other: Kill): number =>
  phases.indexOf(one.phase) - phases.indexOf(other.phase) || one.depth - other.depth;
