import type { Ledger, Run } from '@sluice/ledger';
import type { Clock, Machine } from '../ports.ts';
import { trackerName } from '../run-objects.ts';

export interface StartTrackerServices {
  readonly ledger: Pick<Ledger, 'moveRun'>;
  readonly machine: Pick<Machine, 'start'>;
  readonly now: Clock;
}

/** Others may have taken the next numbers, with trackers that have ended since: many, if the ledger was restored from a backup. */
const mostNumbers = 500;

/**
 * Starts the next tracking execution of a run; earlier ones retire when they see its number. The ledger learns the number
 * last: after a crash before that, the next start finds the number taken and takes the one after it.
 */
export async function startTracker(
  { runId, trackers }: Pick<Run, 'runId' | 'trackers'>,
  { ledger, machine, now }: StartTrackerServices,
): Promise<number> {
  for (let tracker = trackers + 1; tracker <= trackers + mostNumbers; tracker += 1) {
    const input = { runId, tracker, polls: 0 };
    if ((await machine.start({ name: trackerName(runId, tracker), input })) === 'exists') continue;
    await ledger.moveRun(runId, { type: 'trackerStarted', at: now().toISOString(), trackers: tracker });
    return tracker;
  }
  throw new Error(`The next ${mostNumbers} trackers of run ${runId} were started by others`);
}
