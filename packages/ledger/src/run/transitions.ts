import { nextOf, type Cell } from '../states/next.ts';
import {
  isKnownMailEvent,
  isNoticeIntended,
  isNoticeSettled,
  isNoticeTaken,
  nextReminder,
} from '../notice/notice.ts';
import { checkOf } from './approval.ts';
import { editionOf } from './editions.ts';
import { waitsForLane } from './lanes.ts';
import { awaitedLate, isKnownLate } from './late-imports.ts';
import type { Run, RunStatus } from '../model/run.ts';
import { asksPerson, isEnded } from '../model/status.ts';
import type { RunEvent, RunEventOf, RunEventType } from './events.ts';
import { factsOf, hasFacts } from './facts.ts';
import { isRunReminderDue } from './notice.ts';

const nothingMore = {
  settingsKnown: 'refused',
  read: 'refused',
  laneTaken: 'refused',
  blocked: 'refused',
  approvalRequested: 'refused',
  approved: 'refused',
  importingStarted: 'refused',
  rejected: 'refused',
  duplicate: 'refused',
  superseded: 'refused',
  decisionNeeded: 'refused',
  finished: 'refused',
  resumed: 'refused',
  cancelRequested: 'refused',
  cancelled: 'refused',
  undoRequested: 'refused',
  undone: 'refused',
  lateImportReceived: 'refused',
  lateImportEnded: 'refused',
  importReverted: 'refused',
  resultWritten: 'stays',
  trackerStarted: 'stays',
  noticeChanged: 'stays',
  reminderDue: 'refused',
  mailEvent: 'stays',
  erased: 'stays',
  ledgerRestored: 'refused',
} as const satisfies Record<RunEventType, Cell<RunStatus>>;

const live = {
  ...nothingMore,
  erased: 'refused',
  cancelRequested: 'stays',
  cancelled: 'cancelled',
  ledgerRestored: 'stays',
} as const;
const hasWritten = {
  ...nothingMore,
  undoRequested: 'undoing',
  lateImportReceived: 'stays',
  lateImportEnded: 'stays',
  importReverted: 'stays',
} as const;
const notYetImporting = { ...live, rejected: 'rejected', finished: 'failed' } as const;

/** Total: every status has an answer to every event. An ended run takes only reports about it, and the request to undo it. */
export const runTransitions: Record<RunStatus, Record<RunEventType, Cell<RunStatus>>> = {
  reading: { ...notYetImporting, settingsKnown: 'stays', read: 'asEventStates' },
  queued: { ...notYetImporting, laneTaken: 'checking', blocked: 'stays', superseded: 'superseded' },
  checking: {
    ...notYetImporting,
    approvalRequested: 'awaiting_approval',
    importingStarted: 'importing',
    duplicate: 'duplicate',
    decisionNeeded: 'needs_decision',
  },
  awaiting_approval: { ...notYetImporting, reminderDue: 'stays', approved: 'queued' },
  importing: {
    ...live,
    importReverted: 'stays',
    decisionNeeded: 'needs_decision',
    finished: 'asEventStates',
  },
  needs_decision: {
    ...live,
    importReverted: 'stays',
    reminderDue: 'stays',
    resumed: 'importing',
    importingStarted: 'importing',
    rejected: 'rejected',
    finished: 'asEventStates',
  },
  succeeded: hasWritten,
  partly_succeeded: hasWritten,
  rejected: nothingMore,
  failed: hasWritten,
  duplicate: nothingMore,
  superseded: nothingMore,
  cancelled: hasWritten,
  undoing: { ...nothingMore, erased: 'refused', laneTaken: 'stays', blocked: 'stays', undone: 'undone' },
  // A late import may be undone by a second request.
  undone: hasWritten,
};

/** Whether something is still owed: the run has not ended, its mail was neither sent nor refused, or a late import goes on. */
export function isOpen(run: Pick<Run, 'status' | 'notice' | 'late'>): boolean {
  return !isEnded(run.status) || !isNoticeSettled(run.notice) || awaitedLate(run).length > 0;
}

/** The run after the event. */
export const nextRun = nextOf<Run, RunEvent, RunStatus, RunEventType>({
  table: runTransitions,
  stated: (_, event) => statusNamedBy(event),
  isOvertaken: (run, event) => isRepeat(run, event) || isOvertaken(run, event),
  isKnown,
  hasFacts,
  factsOf: (run, event, status) => {
    const isMove = status !== run.status;
    return {
      // The last mail asked the question. The outcome needs another mail.
      ...(asksPerson(run.status) &&
        isMove && { notice: undefined, reason: undefined, reasonCodes: undefined, reminders: undefined }),
      ...(event.type === 'undoRequested' && { notice: undefined }),
      ...(isMove && { blockedBy: undefined, blockedSince: undefined, standsAside: undefined }),
      ...factsOf(run, event),
      ...(isEnded(status) &&
        !isEnded(run.status) &&
        run.finishedAt === undefined && { finishedAt: event.at }),
    };
  },
});

function isKnown(run: Run, event: RunEvent): boolean {
  if (event.type === 'cancelRequested') return run.cancel !== undefined;
  if (event.type === 'mailEvent') return isKnownMailEvent(run, event);
  if (event.type === 'ledgerRestored') return event.until === run.restored?.until;
  if (event.type === 'lateImportReceived') return isKnownLate(run, event);
  return event.type === 'importReverted' && isKnownRevert(run, event);
}

/** Two undos of one import differ in when they were asked for. */
function isKnownRevert({ reverts = [] }: Run, event: RunEventOf<'importReverted'>): boolean {
  return reverts.some(
    ({ importId, startedDate }) => importId === event.importId && startedDate === event.startedDate,
  );
}

function statusNamedBy(event: RunEvent): RunStatus | undefined {
  if (event.type === 'read') return event.lane === undefined ? 'checking' : 'queued';
  return event.type === 'finished' ? event.status : undefined;
}

/** Some events count only once: a tracker's number, a reminder, and the end of a mail. */
function isRepeat(run: Run, event: RunEvent): boolean {
  if (event.type === 'trackerStarted') return event.trackers <= run.trackers;
  if (event.type === 'noticeChanged') return isNoticeTaken(run.notice, event);
  if (event.type === 'reminderDue')
    return !isRunReminderDue(run, event.at) || event.number !== nextReminder(run);
  return false;
}

/** Whether the event comes from somebody who has not seen a later event, such as a read sheet or a request to stop. */
function isOvertaken(run: Run, event: RunEvent): boolean {
  if (event.type === 'cancelled' && run.cancel === undefined) return true;
  if (event.type === 'laneTaken' || event.type === 'blocked') return !waitsForLane(run);
  if (event.type === 'noticeChanged' && event.about !== undefined && event.about !== run.status) return true;
  if (isOfOtherQuestion(run, event)) return true;
  if (event.type === 'importingStarted' && run.importingSince !== undefined) return true;
  // The mail about the run's end comes first, because the mail about the undo does not replace it.
  if (event.type === 'undoRequested' && isOpen(run)) return true;
  if (event.type === 'importReverted') return isEnded(run.status) && isNoticeIntended(run.notice);
  if (event.type === 'lateImportEnded')
    return isNoticeIntended(run.notice) || !isKnownLate({ late: awaitedLate(run) }, event);
  if (run.cancel !== undefined && goesOn[event.type]) return true;
  const isOfReading = event.type === 'rejected' || event.type === 'cancelled';
  return isOfReading && event.reading !== undefined && run.status !== 'reading';
}

/** Whether the event is about a question or an end that another one has replaced since. */
function isOfOtherQuestion(run: Run, event: RunEvent): boolean {
  if (event.type === 'approved') return event.plan !== run.approval?.plan.sha256;
  if (event.type === 'approvalRequested' || event.type === 'importingStarted')
    return event.check !== undefined && event.check !== checkOf(run);
  if (event.type === 'resultWritten') return event.edition !== editionOf(run);
  if (event.type === 'noticeChanged') return event.asked !== undefined && event.asked !== run.approval?.asked;
  return false;
}

/** Events that a run refuses after a request to stop. */
const goesOn: Partial<Record<RunEventType, true>> = {
  approvalRequested: true,
  approved: true,
  importingStarted: true,
  rejected: true,
  duplicate: true,
  superseded: true,
  decisionNeeded: true,
  resumed: true,
  finished: true,
};
