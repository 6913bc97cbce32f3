import type { Decisions } from './decisions.ts';
import { processNow, type Process } from './scheduler.ts';

/** By so much do two clocks differ at most. */
export const clocksApartMs = 2000;

/** Before and behind the time of the others, in milliseconds. */
const apart = [0, 0, 1000, -1000, 300];

/** Whoever notices nothing for so long has slept. */
const sleepMs = 1000;

/** The clock that the code reads: each process may have one that is ahead, or behind, or that stands while the process sleeps. */
export function createClocks(decisions: Decisions, time: () => number, mayStand = false): () => Date {
  const known = new WeakMap<Process, { ahead: number; seen: number }>();
  const isOneClock = !decisions.chance('clocks differ', 0.5);
  function aheadMs(process: Process): number {
    if (isOneClock) return 0;
    const name = `clock of ${process.step} ${process.number}`;
    const seen = time();
    const found = known.get(process) ?? { ahead: apart[decisions.pick(name, apart.length)] ?? 0, seen };
    const slept = seen - found.seen;
    const stood = mayStand && slept >= sleepMs && decisions.chance(`${name} stands`, 0.3) ? slept : 0;
    known.set(process, { ahead: found.ahead - stood, seen });
    return found.ahead - stood;
  }
  return () => {
    const process = processNow();
    return new Date(time() + (process === undefined ? 0 : aheadMs(process)));
  };
}
