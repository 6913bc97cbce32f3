import { importSchema } from '@sluice/contract';
import { log } from '@sluice/lambda-kit';
import { isQuiet, needsLane, waitsForLane, type Ledger, type Run } from '@sluice/ledger';
import { startTracker, type StartTrackerServices } from './start-tracker.ts';
import { longestSeconds } from './waits.ts';

export interface LaneServices extends StartTrackerServices {
  readonly ledger: Pick<Ledger, 'takeLane' | 'nextInLane' | 'moveRun'>;
}

/**
 * Where a run writes: a target and a collection. Runs in one lane take turns (invariant 9). `client` and `professional` are
 * one collection; a schema that is not ours is one of its own.
 */
export function laneOf({ target, schema = '' }: Pick<Run, 'target' | 'schema'>): string {
  return `${target} ${importSchema(schema)?.collection ?? schema}`;
}

/** Takes the lane of a run that waits for it. A run that cannot have it records which run is in front (invariant 9). */
export async function enterLane(run: Run, { ledger, now }: LaneServices): Promise<Run> {
  if (!waitsForLane(run)) return run;
  const { runId } = run;
  const at = now().toISOString();
  const { run: after, blockedBy } = await ledger.takeLane(runId, at);
  if (blockedBy !== undefined) return (await ledger.moveRun(runId, { type: 'blocked', at, blockedBy })).now;
  if (after.status !== run.status) log.info('run_moved', { runId, status: after.status });
  return after;
}

/** Seconds until the quiet period before an undo ends. 0 where only other runs block the lane. */
export function secondsOfQuiet({ quietUntil }: Run, now: Date): number {
  if (quietUntil === undefined || !isQuiet({ quietUntil }, now.toISOString())) return 0;
  return Math.min(longestSeconds, Math.ceil((Date.parse(quietUntil) - now.getTime()) / 1000));
}

/**
 * Starts the tracker of the next run once this one has released the lane. A failure is only logged, since the next run's own
 * tracker checks within five minutes.
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
