import type { Simulated } from './simulate.ts';

/** A breach without the numbers that differ between two histories of one kind. */
export const kindOf = (breach: string) => breach.split('\n')[0]?.replace(/\d+/gu, 'N') ?? '';

/**
 * The shortest history that still has one of the breaches: decisions are left out, first by halves and then one by one, for as long
 * as it has.
 */
export async function shrink(
  whole: Simulated,
  play: (kept: ReadonlySet<string>) => Promise<Simulated>,
  mostRuns = 2000,
): Promise<Simulated> {
  const wanted = new Set(whole.breaches.map(kindOf));
  let best = whole;
  let runs = 0;
  for (let parts = 2; ;) {
    const names = [...best.decisions];
    const size = Math.ceil(names.length / parts);
    let isShorter = false;
    for (let from = 0; from < names.length && runs < mostRuns; from += size) {
      const kept = new Set([...names.slice(0, from), ...names.slice(from + size)]);
      runs += 1;
      const tried = await play(kept);
      if (!tried.breaches.some((breach) => wanted.has(kindOf(breach)))) continue;
      if (tried.decisions.size >= best.decisions.size) continue;
      best = tried;
      isShorter = true;
      break;
    }
    if (runs >= mostRuns || (!isShorter && size <= 1)) return best;
    parts = isShorter ? Math.max(2, parts - 1) : Math.min(names.length, parts * 2);
  }
}
