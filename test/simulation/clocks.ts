import type { Decisions } from './decisions.ts';
import { processNow, type Process } from './scheduler.ts';

/** By so much do two clocks differ at most. */
export const clocksApartMs = 2000;

/** Before and behind the time of the others, in milliseconds. */
const apart = [0, 0, 1000, -1000, 300];

/** The clock that the code reads: each process may have one that is ahead, or behind. */
export function createClocks(decisions: Decisions, time: () => number): () => Date {
  const known = new WeakMap<Process, number>();
  const isOneClock = !decisions.chance('clocks differ', 0.5);
  function aheadMs(process: Process): number {
    const found = known.get(process);
    if (found !== undefined) return found;
    const name = `clock of ${process.step} ${process.number}`;
    const ahead = isOneClock ? 0 : (apart[decisions.pick(name, apart.length)] ?? 0);
    known.set(process, ahead);
    return ahead;
  }
  return () => {
    const process = processNow();
    return new Date(time() + (process === undefined ? 0 : aheadMs(process)));
  };
}
