import { importSchema, reasonOf } from '@sluice/contract';
import { log } from '@sluice/aws-kit/handlers';
import { isEnded, needsLane, waitsForLane, type Ledger, type Run } from '@sluice/ledger';
import { whyOf } from '../run-reason.ts';
import { startTracker, type StartTrackerServices } from './start-tracker.ts';

export interface LaneServices extends StartTrackerServices {
  readonly ledger: Pick<Ledger, 'claim' | 'takeLane' | 'nextInLane' | 'standingAside' | 'moveRun'>;
  readonly inbox: VersionList;
}

export interface VersionList {
  /** The ids of the kept versions of an object, the newest first. */
  versionsOf(key: string): Promise<readonly string[]>;
}

/** A run after it asked for its lane. If it has to wait, `until` is when it may pass the one that it waits for. */
export interface Entered {
  readonly run: Run;
  readonly until?: string | undefined;
}

/**
 * Where a run writes: a target and a collection. Runs in one lane take turns (invariant 9). `client` and `professional` are
 * one collection; a schema that is not ours is one of its own.
 */
export function laneOf({ target, schema = '' }: Pick<Run, 'target' | 'schema'>): string {
  return `${target} ${importSchema(schema)?.collection ?? schema}`;
}

/** Of what it waits for, each answer may differ from the one before. Should they go on to, the sweep asks again. */
const mostAnswers = 5;

/**
 * Takes the lane of a run that waits for it. A run that cannot have it records for which run it waits (invariant 9), and asks once
 * more: whoever ended that wait before it was recorded did not see that somebody waits.
 */
export async function enterLane(run: Run, services: LaneServices): Promise<Entered> {
  let entered: Entered = { run };
  for (let asked = 0; asked < mostAnswers && waitsForLane(entered.run); asked += 1) {
    const { version } = entered.run;
    entered = await askForLane(entered.run, services);
    if (entered.run.version === version) break;
  }
  const { runId, status } = entered.run;
  if (status !== run.status) log.info('run_moved', { runId, status });
  return entered;
}

async function askForLane(waiting: Run, { ledger, inbox, now }: LaneServices): Promise<Entered> {
  const { runId, key } = waiting;
  const at = now().toISOString();
  const twin = isOfItsOwn(waiting) ? runId : await ledger.claim(waiting);
  if (twin !== runId) {
    const { now: after } = await ledger.moveRun(runId, {
      type: 'blocked',
      at,
      blockedBy: twin,
      standsAside: true,
    });
    return { run: after };
  }
  const { run, turn } = await ledger.takeLane(runId, { at, newestFirst: () => inbox.versionsOf(key) });
  if (turn?.kind === 'superseded') {
    const why = whyOf(reasonOf('newer_version', { run: turn.by }));
    return { run: (await ledger.moveRun(runId, { type: 'superseded', at, ...why })).now };
  }
  if (turn?.kind !== 'blocked') return { run };
  const { blockedBy, standsAside, until } = turn;
  const { now: after } = await ledger.moveRun(runId, { type: 'blocked', at, blockedBy, standsAside });
  return { run: after, until };
}

/** Any other run waits for one with the same content that may still be imported, and of which it would be a duplicate. */
const isOfItsOwn = ({ again, status }: Run): boolean => again === true || status === 'undoing';

/** Seconds until the run may go on by itself; undefined while only the end of another run lets it go on. */
export function secondsToWait({ run, until }: Entered, now: Date): number | undefined {
  const due = run.blockedBy === undefined ? run.quietUntil : until;
  if (due === undefined) return run.blockedBy === undefined ? 0 : undefined;
  return Math.max(0, Math.ceil((Date.parse(due) - now.getTime()) / 1000));
}

/**
 * Starts the trackers of runs that waited for this one, once it has released the lane. They have none while they wait. A failure
 * is only logged, since the sweep looks for such runs.
 */
export async function wakeNext(run: Run, services: LaneServices): Promise<void> {
  try {
    for (const next of await waitingFor(run, services)) {
      // Who has not been told to wait has a tracker that asks.
      if (next.blockedBy === undefined) continue;
      const trackers = await startTracker(next, services);
      log.info('next_run_started', { runId: next.runId, by: run.runId, trackers });
    }
  } catch (error) {
    log.error('next_run_not_started', error, { by: run.runId });
  }
}

async function waitingFor(run: Run, { ledger, now }: LaneServices): Promise<Run[]> {
  const at = now().toISOString();
  // Who stands aside lets those behind it go on.
  if (waitsForLane(run) && run.standsAside !== true) return [];
  const aside = isEnded(run.status) ? await ledger.standingAside(run.runId) : [];
  if (run.lane === undefined || needsLane(run, at)) return aside;
  return [...(await ledger.nextInLane(run.lane, at)), ...aside];
}
