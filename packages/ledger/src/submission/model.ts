import type { Asked, Revert, RowClass } from '../run/model.ts';

/** What one `import` request carries. The records are an object in the files bucket. */
export interface Batch {
  readonly runId: string;
  readonly number: number;
  readonly objectKey: string;
  /** Of the bytes of the JSON of the record sets. */
  readonly sha256: string;
  readonly rows: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

export type Phase = 'dry' | 'real';

export const submissionStatuses = [
  /** Waits for a worker. */
  'planned',
  /** A durable intent: a worker holds the lease and may have sent the request (invariant 2). */
  'sending',
  /** Held back until `notBefore`, by a rate limit or an outage. */
  'parked',
  /** The service gave an importId; its outcome is awaited. */
  'accepted',
  /** Nobody knows whether the service took it (invariant 3). */
  'unknown',
  /** Ended: the service accepts (dry) or has written (real) every record. */
  'succeeded',
  /** Ended: the service refused records, by name; nothing was written. */
  'invalid',
  /** Ended: the service failed half way or refused the request as a whole. */
  'failed',
] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

/** A batch sent in a phase. */
export interface Submission {
  readonly runId: string;
  readonly batch: number;
  readonly phase: Phase;
  /** Of the record sets that are sent: of a dry run at first those of its batch, later those without the refused rows. */
  readonly sha256: string;
  /** How many rows its batch holds; of a real submission how many of them are sent. */
  readonly rows: number;
  /** Of a dry run: how often it was asked again with fewer rows, and how many are asked now. */
  readonly round?: number | undefined;
  readonly asked?: number | undefined;
  /** Of a dry run that was repeated after its plan was approved: after which approval. */
  readonly check?: number | undefined;
  /** Of what it foretold of each row, where that is kept: sha256. */
  readonly foretold?: string | undefined;
  readonly status: SubmissionStatus;
  /** Of the last attempt that got one. */
  readonly importId?: string | undefined;
  /**
   * In order of their number, which counts from 1. Of the attempts that surely came to nothing only the latest are kept
   * here (an outage may take hundreds); the history has every one.
   */
  readonly attempts: readonly Attempt[];
  readonly notBefore?: string | undefined;
  /** How the rows of this batch ended, or, of a dry run, would have; set with the submission's end. */
  readonly counts?: Partial<Record<RowClass, number>> | undefined;
  /** Why, in a code or short sentence without cell values. */
  readonly reason?: string | undefined;
  /** What a person said last of a submission of unknown fate. */
  readonly decided?: Decided | undefined;
  /** Of an undo of the run: each import of this batch that is dealt with. */
  readonly reverts?: readonly Revert[] | undefined;
  /** The hash of the last event of this item. */
  readonly head?: string | undefined;
  readonly version: number;
}

export const choices = [
  /** It is this import: → accepted, and polled. */
  'attach',
  /** The service did not take it: its rows were not attempted. */
  'notApplied',
  /** Whatever became of it: → planned, and sent with an intent of its own. */
  'sendAgain',
] as const;
export type Choice = (typeof choices)[number];

export interface Decided extends Asked {
  readonly choice: Choice;
  /** Which of the run's questions it answers. */
  readonly question: number;
  /** Of `attach`. */
  readonly importId?: string | undefined;
}

export interface Attempt {
  readonly number: number;
  readonly owner: string;
  readonly sentAt: string;
  readonly leaseUntil: string;
  readonly endedAt?: string | undefined;
  readonly outcome?: AttemptOutcome | undefined;
  /** Which round of a dry run it was sent in; absent in the first. */
  readonly round?: number | undefined;
  /** And in which check, likewise. */
  readonly check?: number | undefined;
  readonly importId?: string | undefined;
}

/** What is known of one call of `import` after it came back, or did not. */
export type AttemptOutcome = 'not_sent' | 'accepted' | 'rejected' | 'ambiguous';
