import type { MailEvent, Notice } from '@sluice/mail/notice';
import type { Counts, Plan, Reading, RunStatus, UndoCounts } from './model.ts';

/** What can happen to a run. `at` is the time of the event, ISO 8601 in UTC with milliseconds. */
export type RunEvent =
  /** The inbox folder was understood. */
  | {
      type: 'settingsKnown';
      at: string;
      schema: string;
      lookup: string;
      profile?: string;
      profileSha256?: string;
      profileVersionId?: string;
      invalidRows?: 'skip';
      mayAsk?: true;
      settings?: string;
      again?: true;
      emails: readonly string[];
    }
  /**
   * The sheet was read to its end and every batch is in the ledger: reading → queued, in the lane that it names; without one, as before
   * there were lanes, → checking.
   */
  | { type: 'read'; at: string; sha256: string; reading: Reading; lane?: string }
  /** The lane is this run's: queued → checking; an undo may begin. Only `takeLane` says so, which holds that nobody else has it. */
  | { type: 'laneTaken'; at: string }
  /** Another run has the lane, or is before this one. */
  | { type: 'blocked'; at: string; blockedBy: string }
  /** A person is to approve the plan of this check before anything is written: checking → awaiting_approval. */
  | { type: 'approvalAsked'; at: string; check: number; reason: string; plan: Plan }
  /** A person approved the plan with this hash: awaiting_approval → queued, to take its lane and be checked once more. */
  | { type: 'approved'; at: string; by: string; plan: string }
  /** Every row passed the dry run: checking → importing. With the check that it was, of a run that may ask. */
  | { type: 'decidedToImport'; at: string; check?: number }
  /**
   * Nothing was written, and nothing will be: → rejected. The ledger adds the counts. With a `reading` it is the word of one
   * who read the sheet, and is refused when another has read it to its end meanwhile.
   */
  | { type: 'rejected'; at: string; reason: string; sha256?: string; reading?: Reading; counts?: Counts }
  /** Another run imports, or has imported, the same content: checking → duplicate, with nothing written. */
  | { type: 'duplicate'; at: string; duplicateOf: string }
  /** A newer version of the file was read before this one: reading → superseded. */
  | { type: 'superseded'; at: string; reason: string }
  /** A person must say what happened to a submission: → needs_decision. The ledger adds the counts. */
  | { type: 'needsDecision'; at: string; reason: string; counts?: Counts }
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
  /**
   * Nothing is in flight any more: → cancelled, once it was asked for. With a `reading` as `rejected` has it. Until `quietUntil` an
   * import of which nobody heard may still write. The ledger adds the counts.
   */
  | { type: 'cancelled'; at: string; reason: string; reading?: Reading; quietUntil?: string; counts?: Counts }
  /** Somebody wants all of it back: an ended run whose imports may have written → undoing, once its lane is free. It owes one more mail. */
  | { type: 'undoAsked'; at: string; by: string; lane?: string }
  /** Every import was dealt with: undoing → undone. */
  | { type: 'undone'; at: string; counts: UndoCounts; reportKey?: string }
  /** An importId of a run that has ended came. Once for each; until its end is known something is owed. */
  | { type: 'heardLate'; at: string; batch: number; importId: string }
  /** How that import ended, or why nobody can learn it: the run owes one more mail. Not while another is on its way. */
  | { type: 'lateEnded'; at: string; batch: number; importId: string; status: string; counts?: Counts }
  /** The result sheet is in the files bucket; with the plan, of a run that asks for approval for that time. Also on an ended run. */
  | { type: 'resultWritten'; at: string; resultKey: string; planKey?: string; asked?: number }
  /** A tracking execution was started: taken once for each number, which only grows. Also on an ended run. */
  | { type: 'trackerStarted'; at: string; trackers: number }
  /**
   * The run's notice was intended, sent or refused. Also on an ended run. Refused where the run's status is no longer `about`, or its
   * approval was requested again since `asked`.
   */
  | { type: 'noticeChanged'; at: string; notice: Notice; about?: RunStatus; asked?: number }
  /** A person still has not answered, a day after the last notice: another one is due. Each number once. */
  | { type: 'reminderDue'; at: string; number: number }
  /** The mail service reported what became of a mail. Also on an ended run. */
  | ({ type: 'mailEvent' } & MailEvent);
export type RunEventType = RunEvent['type'];
