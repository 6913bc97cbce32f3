import type { Approval, Plan } from './approval.ts';
import type { LateImport } from './late.ts';
import type { MailEvent, Notice } from '@sluice/mail/notice';
import type { OfMigration } from '../migrations/of-migration.ts';
import type { Phase } from '../submission/model.ts';

export * from '../submission/model.ts';
export type { Approval, OfMigration, Plan };

/** What the ledger keeps of a drop: one run, its batches, and what was sent of each. */

export const runStatuses = [
  'reading',
  'queued',
  'checking',
  'awaiting_approval',
  'importing',
  'succeeded',
  'partly_succeeded',
  'rejected',
  'failed',
  'needs_decision',
  'duplicate',
  'superseded',
  'cancelled',
  'undoing',
  'undone',
] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Every row that was read is in exactly one of the other classes (invariant 1). */
export interface Counts {
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly landed: number;
  readonly skipped: number;
  readonly failed: number;
  readonly notAttempted: number;
  readonly unknown: number;
}
export type RowClass = Exclude<keyof Counts, 'read'>;
export const rowClasses = [
  'created',
  'updated',
  'unchanged',
  'deleted',
  'landed',
  'skipped',
  'failed',
  'notAttempted',
  'unknown',
] as const satisfies readonly RowClass[];

/** One object version that landed in the inbox, and all that Sluice did for it. */
export interface Run {
  readonly runId: string;
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256?: string | undefined;
  /** A person's name where one is known, else what S3 calls the principal. */
  readonly droppedBy: string;
  /** What S3 calls the principal, where `droppedBy` is a name that the uploader gave. */
  readonly principal?: string | undefined;
  /** The IP address that S3 was sent it from. For operators, never for a log. */
  readonly droppedFrom?: string | undefined;
  readonly migration?: OfMigration | undefined;
  /** Where the records go: the base URL of the service. */
  readonly target: string;
  readonly schema?: string | undefined;
  readonly lookup?: string | undefined;
  readonly profile?: string | undefined;
  /** Of the profile's text as this run read it. */
  readonly profileSha256?: string | undefined;
  /** The version of the profile's object that this was; absent where a start that died had read it. */
  readonly profileVersionId?: string | undefined;
  /** Of all settings that decide what is sent: sha256. */
  readonly settings?: string | undefined;
  /** Dropped to be imported whether or not the same content was before. */
  readonly again?: true | undefined;
  /** The run that imports, or has imported, the same content. */
  readonly duplicateOf?: string | undefined;
  /** Rows that are refused are left out, and the others written; else nothing is written unless every row passes. */
  readonly invalidRows?: 'skip' | undefined;
  /** Its profile has, or may have, a person approve what is to be written: what its dry runs foretell is kept. */
  readonly mayAsk?: true | undefined;
  readonly approval?: Approval | undefined;
  readonly emails: readonly string[];
  readonly status: RunStatus;
  /** Why the run ended as it did, for a person; carries no cell value. */
  readonly reason?: string | undefined;
  /** Known once the sheet was read to its end. */
  readonly reading?: Reading | undefined;
  readonly startedAt: string;
  readonly finishedAt?: string | undefined;
  readonly resultKey?: string | undefined;
  /** As the submissions gave them when the run ended, or a person was asked: what a list of runs shows without reading every submission. */
  readonly counts?: Counts | undefined;
  /** How many tracking executions were started for this run; the last one is `<runId>-<trackers>`. */
  readonly trackers: number;
  readonly notice?: Notice | undefined;
  /** How many reminders were sent since the question was asked. */
  readonly reminders?: number | undefined;
  /** The newest reports about the run's mails; the history has every one. */
  readonly mailEvents?: readonly MailEvent[] | undefined;
  /** Somebody wants the run to stop: nothing more is sent for real, and what is in flight is awaited. */
  readonly cancel?: Asked | undefined;
  /** Somebody wants the run undone; with the totals once that is over. */
  readonly undo?: Undo | undefined;
  /** How often a person was asked what became of a submission; a decision answers one question. */
  readonly questions?: number | undefined;
  /** When the last question was asked. */
  readonly askedAt?: string | undefined;
  /** Where it writes: runs with the same lane take turns. */
  readonly lane?: string | undefined;
  /** Since when its lane was its own, the last time. */
  readonly laneSince?: string | undefined;
  /** While it waits for its lane: the run that has it, or is before this one. */
  readonly blockedBy?: string | undefined;
  /** Of a cancelled run: until then an import of which nobody heard may still write. */
  readonly quietUntil?: string | undefined;
  /** Imports whose ids came after the run had ended. */
  readonly late?: readonly LateImport[] | undefined;
  /** The hash of the last event of this item. */
  readonly head?: string | undefined;
  /** Counts up by one with every write of this item. */
  readonly version: number;
}

export interface Reading {
  readonly rows: number;
  readonly batches: number;
  /** Rows that failed before anything was sent; their reasons are in the files bucket. */
  readonly failed: number;
  /** Byte-equal twins of an earlier row. */
  readonly skipped: number;
  /** How the file was understood, in sentences without a cell value. */
  readonly notes?: readonly string[] | undefined;
}

/** Of a drop that could not be read to its end: whatever was planned before that is no rows of an accepted drop. */
export const nothingRead: Reading = { rows: 0, batches: 0, failed: 0, skipped: 0 };

/** Who asked for something, and when (ISO 8601). */
export interface Asked {
  readonly at: string;
  readonly by: string;
}

/** What became of the records that an undo was about: put back, kept because somebody changed them since, or neither. */
export interface UndoCounts {
  readonly reversed: number;
  readonly kept: number;
  readonly failed: number;
}

export interface Undo extends Asked {
  readonly counts?: UndoCounts | undefined;
  /** Of the report, in the files bucket. */
  readonly reportKey?: string | undefined;
}

/** What became of the undo of one import. */
export interface Revert extends UndoCounts {
  readonly importId: string;
  /** Why it failed, in a short sentence without cell values. */
  readonly reason?: string | undefined;
}

/** Of a migration there is one subject, in a history of its own. */
export type Subject = 'run' | 'migration' | `${number}/${Phase}`;

/** One line of a run's append-only history; all lines replay to the current items (invariant 10). */
export interface LedgerEvent {
  readonly runId: string;
  /** Which item: `run`, or `1/dry`. */
  readonly subject: Subject;
  /** The version that the item had after this event. */
  readonly version: number;
  readonly at: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The hash of the event before it of the same subject; absent in the first of a chain. */
  readonly prev?: string | undefined;
  /** Of all of the above. Absent in lines that an earlier version wrote. */
  readonly hash?: string | undefined;
}
