import type { Counts, MailEvent, MailState, Reading, Run, RunStatus, UndoCounts } from './model.ts';
import {
  isKnownMailEvent,
  isMailSettled,
  isMailTaken,
  isReminderDue,
  nextReminder,
  withMailEvent,
} from './run-mail.ts';

/** What can happen to a run. `at` is the time of the event, ISO 8601 in UTC with milliseconds. */
export type RunEvent =
  /** The inbox folder was understood. */
  | {
      type: 'settingsKnown';
      at: string;
      schema: string;
      lookup: string;
      profile?: string;
      invalidRows?: 'skip';
      settings?: string;
      again?: true;
      emails: readonly string[];
    }
  /** The sheet was read to its end and every batch is in the ledger: reading → checking. */
  | { type: 'read'; at: string; sha256: string; reading: Reading }
  /** Every row passed the dry run: checking → importing. */
  | { type: 'decidedToImport'; at: string }
  /**
   * Nothing was written, and nothing will be: → rejected. The ledger adds the counts. With a `reading` it is the word of one
   * who read the sheet, and is refused when another has read it to its end meanwhile.
   */
  | { type: 'rejected'; at: string; reason: string; sha256?: string; reading?: Reading; counts?: Counts }
  /** Another run imports, or has imported, the same content: checking → duplicate, with nothing written. */
  | { type: 'duplicate'; at: string; duplicateOf: string }
  /** A newer version of the file was read before this one: reading → superseded. */
  | { type: 'superseded'; at: string; reason: string }
  /** A person must say what happened to a submission: → needs_decision. */
  | { type: 'needsDecision'; at: string; reason: string }
  /** Every real submission ended: → succeeded, partly_succeeded or failed. Before `importing` only as failed. The ledger adds the counts. */
  | {
      type: 'finished';
      at: string;
      status: 'succeeded' | 'partly_succeeded' | 'failed';
      reason?: string;
      counts?: Counts;
    }
  /** A person has decided on every submission that was asked about: needs_decision → importing. */
  | { type: 'resumed'; at: string }
  /** Somebody wants the run to stop. From then on it ends by `cancelled` alone. */
  | { type: 'cancelAsked'; at: string; by: string }
  /** Nothing is in flight any more: → cancelled, once it was asked for. With a `reading` as `rejected` has it. The ledger adds the counts. */
  | { type: 'cancelled'; at: string; reason: string; reading?: Reading; counts?: Counts }
  /** Somebody wants all of it back: an ended run whose imports may have written → undoing. It owes one more mail. */
  | { type: 'undoAsked'; at: string; by: string }
  /** Every import was dealt with: undoing → undone. */
  | { type: 'undone'; at: string; counts: UndoCounts; reportKey?: string }
  /** The result sheet is in the files bucket. Also on an ended run. */
  | { type: 'resultWritten'; at: string; resultKey: string }
  /** A tracking execution was started: taken once for each number, which only grows. Also on an ended run. */
  | { type: 'trackerStarted'; at: string; trackers: number }
  /**
   * The run's mail was intended, sent or refused. Also on an ended run. With `about`, of a run that stood so, and no more else. An
   * intent holds until its lease ends: nobody else may send meanwhile.
   */
  | { type: 'mail'; at: string; mail: MailState; about?: RunStatus }
  /** A person is asked still, a day after the last mail: the run owes one more. Each number once. */
  | { type: 'remind'; at: string; number: number }
  /** The mail service told what became of a mail. Also on an ended run. */
  | ({ type: 'mailEvent' } & MailEvent);
export type RunEventType = RunEvent['type'];

/** The status after the event: `stays`, the one named, the one that the event names, or none where it is refused. */
export type RunCell = RunStatus | 'stays' | 'asEventSays' | 'refused';

const nothingMore = {
  settingsKnown: 'refused',
  read: 'refused',
  decidedToImport: 'refused',
  rejected: 'refused',
  duplicate: 'refused',
  superseded: 'refused',
  needsDecision: 'refused',
  finished: 'refused',
  resumed: 'refused',
  cancelAsked: 'refused',
  cancelled: 'refused',
  undoAsked: 'refused',
  undone: 'refused',
  resultWritten: 'stays',
  trackerStarted: 'stays',
  mail: 'stays',
  remind: 'refused',
  mailEvent: 'stays',
} as const satisfies Record<RunEventType, RunCell>;

const live = { ...nothingMore, cancelAsked: 'stays', cancelled: 'cancelled' } as const;
const hasWritten = { ...nothingMore, undoAsked: 'undoing' } as const;
const notYetImporting = { ...live, rejected: 'rejected', finished: 'failed' } as const;

/** Total: every status has an answer to every event. An ended run takes only what tells of it, and that it be undone. */
export const runTransitions: Record<RunStatus, Record<RunEventType, RunCell>> = {
  reading: { ...notYetImporting, settingsKnown: 'stays', read: 'checking', superseded: 'superseded' },
  queued: notYetImporting,
  checking: {
    ...notYetImporting,
    decidedToImport: 'importing',
    duplicate: 'duplicate',
    needsDecision: 'needs_decision',
  },
  awaiting_approval: notYetImporting,
  importing: { ...live, needsDecision: 'needs_decision', finished: 'asEventSays' },
  needs_decision: {
    ...live,
    remind: 'stays',
    resumed: 'importing',
    decidedToImport: 'importing',
    rejected: 'rejected',
    finished: 'asEventSays',
  },
  succeeded: hasWritten,
  partly_succeeded: hasWritten,
  rejected: nothingMore,
  failed: hasWritten,
  duplicate: nothingMore,
  superseded: nothingMore,
  cancelled: hasWritten,
  undoing: { ...nothingMore, undone: 'undone' },
  undone: nothingMore,
};

const ended: Record<RunStatus, boolean> = {
  reading: false,
  queued: false,
  checking: false,
  awaiting_approval: false,
  importing: false,
  needs_decision: false,
  undoing: false,
  succeeded: true,
  partly_succeeded: true,
  rejected: true,
  failed: true,
  duplicate: true,
  superseded: true,
  cancelled: true,
  undone: true,
};

/** Whether nothing more will happen to the records of a run in this status, unless a person acts. */
export function isEnded(status: RunStatus): boolean {
  return ended[status];
}

/** Whether something is still owed: the run has not ended, or its mail has neither gone out nor been refused. */
export function isOpen(run: Pick<Run, 'status' | 'mail'>): boolean {
  return !isEnded(run.status) || !isMailSettled(run.mail);
}

/**
 * The run after the event, or undefined where the run does not take it. The very same object says that the event
 * tells nothing new, so that nothing need be written. Pure.
 */
export function nextRun(run: Run, event: RunEvent): Run | undefined {
  const status = statusAfter(run.status, event);
  if (status === undefined || isRepeat(run, event) || isOvertaken(run, event)) return undefined;
  if (event.type === 'cancelAsked' && run.cancel) return run;
  if (event.type === 'mailEvent' && isKnownMailEvent(run, event)) return run;
  const facts = factsOf(run, event);
  if (status === run.status && tellsNothingNew(run, facts)) return run;
  return {
    ...run,
    // The question was asked in a mail; what became of it is told in one more.
    ...(run.status === 'needs_decision' &&
      status !== run.status && { mail: undefined, reason: undefined, reminders: undefined }),
    ...(event.type === 'undoAsked' && { mail: undefined }),
    ...facts,
    status,
    ...(isEnded(status) && !isEnded(run.status) && run.finishedAt === undefined && { finishedAt: event.at }),
    version: run.version + 1,
  };
}

function statusAfter(status: RunStatus, event: RunEvent): RunStatus | undefined {
  const cell = runTransitions[status][event.type];
  if (cell === 'refused') return undefined;
  if (cell === 'stays') return status;
  const asked = event.type === 'finished' ? event.status : undefined;
  if (cell === 'asEventSays') return asked;
  return asked === undefined || asked === cell ? cell : undefined;
}

/** What may happen only once, whoever asks again: a tracker's number, a reminder, and the end of a mail. */
function isRepeat(run: Run, event: RunEvent): boolean {
  if (event.type === 'trackerStarted') return event.trackers <= run.trackers;
  if (event.type === 'mail') return isMailTaken(run.mail, event);
  if (event.type === 'remind') return !isReminderDue(run, event.at) || event.number !== nextReminder(run);
  return false;
}

/** What somebody says who has not seen that the sheet was read, or that the run is to stop. */
function isOvertaken(run: Run, event: RunEvent): boolean {
  if (event.type === 'cancelled' && run.cancel === undefined) return true;
  if (event.type === 'mail' && event.about !== undefined && event.about !== run.status) return true;
  // Its own mail comes first: each of the two tells of something else.
  if (event.type === 'undoAsked' && isOpen(run)) return true;
  if (run.cancel !== undefined && goesOn[event.type]) return true;
  const isOfReading = event.type === 'rejected' || event.type === 'cancelled';
  return isOfReading && event.reading !== undefined && run.status !== 'reading';
}

/** What a run that is to stop does not do any more. */
const goesOn: Partial<Record<RunEventType, true>> = {
  decidedToImport: true,
  rejected: true,
  duplicate: true,
  superseded: true,
  needsDecision: true,
  resumed: true,
  finished: true,
};

function factsOf(run: Run, event: RunEvent): Partial<Run> {
  switch (event.type) {
    case 'settingsKnown':
      return {
        schema: event.schema,
        lookup: event.lookup,
        emails: event.emails,
        ...(event.profile !== undefined && { profile: event.profile }),
        ...(event.invalidRows !== undefined && { invalidRows: event.invalidRows }),
        ...(event.settings !== undefined && { settings: event.settings }),
        ...(event.again !== undefined && { again: event.again }),
      };
    case 'read':
      return { sha256: event.sha256, reading: event.reading };
    case 'rejected':
    case 'cancelled':
      return {
        reason: event.reason,
        ...(event.type === 'rejected' && event.sha256 !== undefined && { sha256: event.sha256 }),
        ...(event.reading !== undefined && { reading: event.reading }),
        ...(event.counts !== undefined && { counts: event.counts }),
      };
    case 'finished':
      return {
        ...(event.reason !== undefined && { reason: event.reason }),
        ...(event.counts !== undefined && { counts: event.counts }),
      };
    case 'duplicate':
      return { duplicateOf: event.duplicateOf };
    case 'superseded':
      return { reason: event.reason };
    case 'needsDecision':
      return { reason: event.reason, questions: (run.questions ?? 0) + 1 };
    case 'cancelAsked':
      return { cancel: { at: event.at, by: event.by } };
    case 'undoAsked':
      return { undo: { at: event.at, by: event.by } };
    case 'undone':
      return { undo: undoOf(run, event) };
    case 'resultWritten':
      return { resultKey: event.resultKey };
    case 'trackerStarted':
      return { trackers: event.trackers };
    case 'mail':
      return { mail: event.mail };
    case 'remind':
      return { mail: undefined, reminders: event.number };
    case 'mailEvent':
      return { mailEvents: withMailEvent(run, event) };
    case 'decidedToImport':
    case 'resumed':
      return {};
  }
}

function undoOf(run: Run, { at, counts, reportKey }: Extract<RunEvent, { type: 'undone' }>): Run['undo'] {
  const asked = run.undo ?? { at, by: 'somebody' };
  return { ...asked, counts, ...(reportKey !== undefined && { reportKey }) };
}

function tellsNothingNew(run: Run, facts: Partial<Run>): boolean {
  const known: Partial<Record<string, unknown>> = { ...run };
  return Object.entries(facts).every(
    ([name, value]) => JSON.stringify(known[name]) === JSON.stringify(value),
  );
}
