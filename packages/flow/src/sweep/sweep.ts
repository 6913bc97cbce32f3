import { log } from '@sluice/aws-kit/handlers';
import { parallel } from '@sluice/aws-kit/parallel';
import { measureOpen } from '../measure/measure-runs.ts';
import { announceDrops, type AnnounceDropsServices } from './announce-drops.ts';
import { resumeRun, type ResumeServices } from './resume-run.ts';
import { atOnce, type Tally } from './tally.ts';

export type SweepServices = ResumeServices & AnnounceDropsServices;

export interface Swept {
  /** Drops that had no run. */
  readonly drops: number;
  /** Runs that had no tracker. */
  readonly runs: number;
  /** Runs and drops that failed, or for which there was no time: the next sweep tries again. */
  readonly left: number;
}

/** The rest of the function's five minutes is for what is under way. */
const sweepingMs = 4 * 60_000;
/** With more runs than this, sweeps start in turns at different ones, so that each is reached. */
const runsPerTurn = 2000;
/** The interval of the schedule: each sweep has a turn of its own. */
const turnMs = 15 * 60_000;

/** Finds what was lost: drops without an event, and runs without a tracker (invariants 8, 12). */
export async function sweep(services: SweepServices): Promise<Swept> {
  const until = services.now().getTime() + sweepingMs;
  // In parallel, so that a failure of one does not stop the other.
  const [runs, drops] = await Promise.allSettled([
    resumeRuns(until, services),
    announceDrops(until, services),
  ]);
  for (const half of [runs, drops]) if (half.status === 'rejected') throw half.reason;
  const swept = {
    drops: valueOf(drops).done,
    runs: valueOf(runs).done,
    left: valueOf(drops).left + valueOf(runs).left,
  };
  log.info('sweep_finished', swept);
  return swept;
}

function valueOf(half: PromiseSettledResult<Tally>): Tally {
  return half.status === 'fulfilled' ? half.value : { done: 0, left: 0 };
}

/** The oldest first, some at a time. A run that fails does not stop the others. */
async function resumeRuns(until: number, services: SweepServices): Promise<Tally> {
  const { ledger, now } = services;
  const open = await ledger.openRuns();
  measureOpen(open, now());
  const runs = inTurns(open, Math.floor(now().getTime() / turnMs));
  const tally = { done: 0, left: 0 };
  const checks = parallel(atOnce);
  for (const run of runs) {
    await checks.begin(async () => {
      try {
        if (now().getTime() >= until) tally.left += 1;
        else if (await resumeRun(run, services)) tally.done += 1;
      } catch (error) {
        tally.left += 1;
        log.error('run_not_resumed', error, { runId: run.runId });
      }
    });
  }
  await checks.end();
  return tally;
}

/** With more than one turn of them, each turn starts where the one before may have stopped. */
function inTurns<T>(items: readonly T[], turn: number): T[] {
  const from = items.length > runsPerTurn ? (turn * runsPerTurn) % items.length : 0;
  return [...items.slice(from), ...items.slice(0, from)];
}
