import { log } from '@sluice/lambda-kit';
import {
  asksPerson,
  isRunReminderDue,
  nothingRead,
  toDecide,
  waitsForLane,
  type Run,
  type RunStatus,
} from '@sluice/ledger';
import { isNoticeSettled, nextReminder } from '@sluice/mail/notice';
import { answerableQuestions } from '../late/late-imports.ts';
import { trackerName } from '../run-objects.ts';
import { startTracker } from '../track/start-tracker.ts';
import type { SweepServices } from './sweep.ts';

/** Longer than the arrival queue delivers a message again: 5 times, half an hour apart. */
const readingMs = 3 * 3_600_000;
/** How long a reading that is written down takes at most to start its tracker. */
const handOverMs = 10 * 60_000;
/** An outage is given up after a day and an import called stuck after another; a run at work for longer is not foreseen. */
const horizonMs = 3 * 24 * 3_600_000;

/** Sees to one open run: it ends, or has a tracker, or waits for a person who was told. @returns whether it was taken up */
export async function takeUp(run: Run, services: SweepServices): Promise<boolean> {
  const { machine, now } = services;
  const age = now().getTime() - Date.parse(run.startedAt);
  if (run.status === 'reading' && run.cancel === undefined)
    return age > readingMs && giveUpReading(run, services);
  const due = await remind(run, services);
  if (!due && (await waitsForPerson(run, services))) return false;
  if (run.trackers === 0 && age < handOverMs) return false;
  tellOfHorizon(run, services);
  if (run.trackers > 0 && (await machine.isRunning(trackerName(run.runId, run.trackers)))) return false;
  const trackers = await startTracker(run, services);
  log.info('run_resumed', { runId: run.runId, status: run.status, trackers });
  return true;
}

/** Whether the person who is to decide is told again: intended here, and sent by the run's next tracker (invariant 13). */
async function remind(run: Run, { ledger, now }: SweepServices): Promise<boolean> {
  const at = now().toISOString();
  if (!isRunReminderDue(run, at)) return false;
  const { moved } = await ledger.moveRun(run.runId, { type: 'reminderDue', at, number: nextReminder(run) });
  if (moved) log.info('reminder_due', { runId: run.runId, number: nextReminder(run) });
  return moved;
}

/** Who was told, and has not said all yet; unless an importId that came since may answer in their place. */
async function waitsForPerson(run: Run, { ledger, now }: SweepServices): Promise<boolean> {
  if (!asksPerson[run.status] || !isNoticeSettled(run.notice) || run.cancel !== undefined) return false;
  if (run.status === 'awaiting_approval') return true;
  const submissions = await ledger.submissions(run.runId);
  return toDecide(run, submissions).length > 0 && answerableQuestions(run, submissions, now()).length === 0;
}

const atWork: readonly RunStatus[] = ['checking', 'importing', 'undoing'];

/** It is not ended by force, since its imports may still be running: an alarm counts the lines, and a person looks. */
function tellOfHorizon(run: Run, { now }: SweepServices): void {
  const { runId, status, startedAt, laneSince, undo } = run;
  // However long others take before its turn, it is not at work.
  const since = laneSince ?? (status === 'undoing' ? undo?.at : undefined) ?? startedAt;
  if (!atWork.includes(status) || waitsForLane(run) || now().getTime() - Date.parse(since) < horizonMs)
    return;
  log.error('run_past_horizon', new Error('A run is at work for longer than it may take'), { runId, status });
}

/** Every delivery of the drop's message died half way. The next sweep starts the tracker, which sends the mail. */
async function giveUpReading({ runId }: Run, { ledger, now }: SweepServices): Promise<boolean> {
  const reason =
    'The file could not be read: reading it broke off several times, each time for a reason inside Sluice. Nothing was written.';
  const at = now().toISOString();
  const { moved } = await ledger.moveRun(runId, { type: 'rejected', at, reason, reading: nothingRead });
  if (moved) log.info('reading_abandoned', { runId });
  return moved;
}
