import { log } from '@sluice/lambda-kit';
import {
  isMailSettled,
  isReminderDue,
  nextReminder,
  nothingRead,
  runIdOf,
  toDecide,
  type Ledger,
  type Run,
} from '@sluice/ledger';
import type { Clock, Machine, Queue } from '../shared/ports.ts';
import { trackerName } from '../shared/run-objects.ts';
import { startTracker } from '../shared/start-tracker.ts';
import { arrivalOf, type ArrivalMessage, type Drop } from '../shared/arrivals.ts';

/** An object version in the inbox, as a listing tells of it. */
export interface InboxVersion extends Drop {
  readonly landedAt: Date;
}

export interface SweepServices {
  readonly ledger: Ledger;
  /** Every object version in the inbox that landed after this time. */
  readonly inbox: { versionsSince(time: Date): AsyncIterable<InboxVersion> };
  readonly arrivals: Queue<ArrivalMessage>;
  readonly machine: Machine;
  readonly now: Clock;
}

export interface Swept {
  /** Drops that had no run. */
  readonly drops: number;
  /** Runs that nobody tracked. */
  readonly runs: number;
}

/** How far back a drop is looked for. Its event is lost within minutes or not at all. */
const lookBackMs = 2 * 24 * 3_600_000;
/** Younger drops are on their way. */
const arrivalMs = 60_000;
/** Longer than the arrival queue delivers a message again: 5 times, half an hour apart. */
const readingMs = 3 * 3_600_000;
/** How long a reading that is written down takes at most to start its tracker. */
const handOverMs = 10 * 60_000;

/** Finds what something lost: drops whose event never came, and runs whose tracking died (invariants 8, 12). */
export async function sweep(services: SweepServices): Promise<Swept> {
  const runs = await takeUpRuns(services);
  const drops = await announceDrops(services);
  log.info('swept', { drops, runs });
  return { drops, runs };
}

async function takeUpRuns(services: SweepServices): Promise<number> {
  let taken = 0;
  for (const run of await services.ledger.openRuns()) {
    try {
      if (await takeUp(run, services)) taken += 1;
    } catch (error) {
      // One run that cannot be taken up must not keep the others waiting.
      log.error('run_not_taken_up', error, { runId: run.runId });
    }
  }
  return taken;
}

async function takeUp(run: Run, services: SweepServices): Promise<boolean> {
  const { machine, now } = services;
  const age = now().getTime() - Date.parse(run.startedAt);
  if (run.status === 'reading' && run.cancel === undefined)
    return age > readingMs && giveUpReading(run, services);
  const due = await remind(run, services);
  if (!due && (await waitsForPerson(run, services))) return false;
  if (run.trackers === 0 && age < handOverMs) return false;
  if (run.trackers > 0 && (await machine.isRunning(trackerName(run.runId, run.trackers)))) return false;
  const trackers = await startTracker(run, services);
  log.info('run_taken_up', { runId: run.runId, status: run.status, trackers });
  return true;
}

/** Whether the person who is to decide is told again: intended here, and sent by the run's next tracker (invariant 13). */
async function remind(run: Run, { ledger, now }: SweepServices): Promise<boolean> {
  const at = now().toISOString();
  if (!isReminderDue(run, at)) return false;
  const { moved } = await ledger.moveRun(run.runId, { type: 'remind', at, number: nextReminder(run) });
  if (moved) log.info('reminder_due', { runId: run.runId, number: nextReminder(run) });
  return moved;
}

/** Who was told, and has not said all yet. */
async function waitsForPerson(run: Run, { ledger }: SweepServices): Promise<boolean> {
  if (run.status !== 'needs_decision' || !isMailSettled(run.mail) || run.cancel !== undefined) return false;
  return toDecide(run, await ledger.submissions(run.runId)).length > 0;
}

/** Every delivery of the drop's message died half way. The next sweep starts the tracker, which sends the mail. */
async function giveUpReading({ runId }: Run, { ledger, now }: SweepServices): Promise<boolean> {
  const reason =
    'The file could not be read: reading it broke off several times, each time for a reason inside Sluice. Nothing was written.';
  const at = now().toISOString();
  const { moved } = await ledger.moveRun(runId, { type: 'rejected', at, reason, reading: nothingRead });
  if (moved) log.info('reading_given_up', { runId });
  return moved;
}

async function announceDrops({ ledger, inbox, arrivals, now }: SweepServices): Promise<number> {
  const time = now().getTime();
  let announced = 0;
  for await (const version of inbox.versionsSince(new Date(time - lookBackMs))) {
    if (time - version.landedAt.getTime() < arrivalMs) continue;
    if ((await ledger.run(runIdOf(version))) !== undefined) continue;
    await arrivals.send([arrivalOf(version)]);
    announced += 1;
  }
  return announced;
}
