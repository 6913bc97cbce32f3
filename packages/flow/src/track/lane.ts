import { log } from '@sluice/lambda-kit';
import { isQuiet, needsLane, waitsForLane, type Ledger, type Run } from '@sluice/ledger';
import { startTracker, type StartTrackerServices } from './start-tracker.ts';
import { longestSeconds } from './waits.ts';

export interface LaneServices extends StartTrackerServices {
  readonly ledger: Pick<Ledger, 'takeLane' | 'nextInLane' | 'moveRun'>;
}

/** Takes the lane of a run that waits for it. A run that has to go on waiting says which one it waits for (invariant 9). */
export async function enterLane(run: Run, { ledger, now }: LaneServices): Promise<Run> {
  if (!waitsForLane(run)) return run;
  const { runId } = run;
  const at = now().toISOString();
  const { run: after, blockedBy } = await ledger.takeLane(runId, at);
  if (blockedBy !== undefined) return (await ledger.moveRun(runId, { type: 'blocked', at, blockedBy })).now;
  if (after.status !== run.status) log.info('run_moved', { runId, status: after.status });
  return after;
}

/** Seconds until its undo need look again for a lane that it may not take yet; 0 where others alone keep it waiting. */
export function secondsOfQuiet({ quietUntil }: Run, now: Date): number {
  if (quietUntil === undefined || !isQuiet({ quietUntil }, now.toISOString())) return 0;
  return Math.min(longestSeconds, Math.ceil((Date.parse(quietUntil) - now.getTime()) / 1000));
}

/**
 * Starts the tracker of the run whose turn it is once this one has no use for its lane any more. When this is lost, that run's own
 * tracker looks again within five minutes; so no trouble with the next run keeps this one from its mail.
 */
export async function wakeNext(run: Run, services: LaneServices): Promise<void> {
  const at = services.now().toISOString();
  if (run.lane === undefined || needsLane(run, at) || waitsForLane(run)) return;
  try {
    const next = await services.ledger.nextInLane(run.lane, at);
    if (next === undefined) return;
    const trackers = await startTracker(next, services);
    log.info('next_run_started', { runId: next.runId, by: run.runId, trackers });
  } catch (error) {
    log.error('next_run_not_started', error, { by: run.runId });
  }
}
