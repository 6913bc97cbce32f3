import { reasonOf } from '@sluice/contract';
import { log } from '@sluice/aws-kit/handlers';
import {
  asksPerson,
  isRunReminderDue,
  nothingRead,
  toDecide,
  waitsForLane,
  worksInLane,
  type Ledger,
  type LostTime,
  type Run,
} from '@sluice/ledger';
import { isNoticeSettled, nextReminder } from '@sluice/ledger/notice';
import { answerableQuestions } from '../late/late-imports.ts';
import type { Machine, Queue } from '../ports.ts';
import { arrivalOf, type ArrivalMessage } from '../read/arrivals.ts';
import { trackerName } from '../run-objects.ts';
import { whyOf } from '../run-reason.ts';
import { mayHaveGoneOn } from '../attempts/mark-restored.ts';
import { startTracker, type StartTrackerServices } from '../attempts/start-tracker.ts';

export interface ResumeServices extends StartTrackerServices {
  readonly ledger: Ledger;
  readonly machine: Machine;
  readonly arrivals: Queue<ArrivalMessage>;
  /** Of a ledger that was restored. */
  readonly lost?: LostTime | undefined;
}

/** Longer than the arrival queue delivers a message again: 5 times, half an hour apart. */
const readingMs = 3 * 3_600_000;
/** The longest time between the ledger entry of a read sheet and its tracker. */
const handOverMs = 10 * 60_000;
/** An outage is given up after a day, and an import is stuck after another: no run should work longer than this. */
const longestRunMs = 3 * 24 * 3_600_000;

/** Makes sure that an open run ends, has a tracker, or waits for a person who was notified. @returns whether it was resumed */
export async function resumeRun(run: Run, services: ResumeServices): Promise<boolean> {
  const { machine, now } = services;
  const age = now().getTime() - Date.parse(run.startedAt);
  if (run.status === 'reading' && run.cancel === undefined) {
    // The message that a restored ledger waits for was delivered in the time that it lost.
    if (mayHaveGoneOn(run, services.lost)) return announceAgain(run, services);
    return age > readingMs && giveUpReading(run, services);
  }
  const due = await requestReminder(run, services);
  if (!due && (await waitsForPerson(run, services))) return false;
  if (run.trackers === 0 && age < handOverMs) return false;
  // While it waits for another run, nothing runs for it.
  if (!(await services.ledger.mayAskForLane(run, now().toISOString()))) return false;
  reportPastHorizon(run, services);
  if (run.trackers > 0 && (await machine.isRunning(trackerName(run.runId, run.trackers)))) return false;
  const trackers = await startTracker(run, services);
  log.info('run_resumed', { runId: run.runId, status: run.status, trackers });
  return true;
}

/** Requests a reminder when one is due; the run's next tracker sends it (invariant 13). @returns whether it did */
async function requestReminder(run: Run, { ledger, now }: ResumeServices): Promise<boolean> {
  const at = now().toISOString();
  if (!isRunReminderDue(run, at)) return false;
  const { moved } = await ledger.moveRun(run.runId, { type: 'reminderDue', at, number: nextReminder(run) });
  if (moved) log.info('reminder_due', { runId: run.runId, number: nextReminder(run) });
  return moved;
}

/** Whether a person was notified and has not decided everything, and no importId that arrived since can decide instead. */
async function waitsForPerson(run: Run, { ledger, now }: ResumeServices): Promise<boolean> {
  if (!asksPerson(run.status) || !isNoticeSettled(run.notice) || run.cancel !== undefined) return false;
  if (run.status !== 'needs_decision') return true;
  const submissions = await ledger.submissions(run.runId);
  return toDecide(run, submissions).length > 0 && answerableQuestions(run, submissions, now()).length === 0;
}

/** The run goes on, since its imports may still be running. An alarm counts these lines. */
function reportPastHorizon(run: Run, { now }: ResumeServices): void {
  const { runId, status, startedAt, laneSince, undo } = run;
  // Waiting for its lane is no work.
  const since = laneSince ?? (status === 'undoing' ? undo?.at : undefined) ?? startedAt;
  if (!worksInLane(status) || waitsForLane(run) || now().getTime() - Date.parse(since) < longestRunMs) return;
  log.error('run_past_horizon', new Error('A run is at work for longer than it may take'), { runId, status });
}

async function announceAgain(run: Run, { arrivals }: ResumeServices): Promise<boolean> {
  await arrivals.send([arrivalOf(run)]);
  log.info('drop_announced_again', { runId: run.runId });
  return true;
}

/** Every delivery of the drop's message failed. The next sweep starts the tracker, which sends the notice. */
async function giveUpReading({ runId }: Run, { ledger, now }: ResumeServices): Promise<boolean> {
  const why = whyOf(reasonOf('reading_failed'));
  const at = now().toISOString();
  const { moved } = await ledger.moveRun(runId, { type: 'rejected', at, ...why, reading: nothingRead });
  if (moved) log.info('reading_abandoned', { runId });
  return moved;
}
