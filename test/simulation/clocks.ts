import type { Decisions } from './decisions.ts';
import { processNow, type Process } from './scheduler.ts';

/** By so much do two clocks differ at most. */
export const clocksApartMs = 2000;

/** Before and behind the time of the others, in milliseconds. */
const apart = [0, 0, 1000, -1000, 300];

/** Whoever notices nothing for so long has slept. */
const sleepMs = 1000;

/**
 * The clock that the code reads: each process may have one that is ahead, or behind.
 * @param stood receives each process whose clock stood while it slept; none does when absent
 */
export function createClocks(
  decisions: Decisions,
  time: () => number,
  stood?: (process: Process) => void,
): () => Date {
  const known = new WeakMap<Process, { ahead: number; seen: number }>();
  const isOneClock = !decisions.chance('clocks differ', 0.5);
  function aheadMs(process: Process): number {
    if (isOneClock) return 0;
    const name = `clock of ${process.step} ${process.number}`;
    const seen = time();
    const found = known.get(process) ?? { ahead: apart[decisions.pick(name, apart.length)] ?? 0, seen };
    const slept = seen - found.seen;
    const stands = stood !== undefined && slept >= sleepMs && decisions.chance(`${name} stands`, 0.3);
    if (stands) stood(process);
    const ahead = found.ahead - (stands ? slept : 0);
    known.set(process, { ahead, seen });
    return ahead;
  }
  return () => {
    const process = processNow();
    return new Date(time() + (process === undefined ? 0 : aheadMs(process)));
  };
}
