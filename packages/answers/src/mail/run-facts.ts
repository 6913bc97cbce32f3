import type { Attachment } from './mail.ts';
import type { MailedFile } from './mailed-file.ts';

/** The statuses of a run that send a mail. */
export const mailedStatuses = [
  'succeeded',
  'partly_succeeded',
  'rejected',
  'failed',
  'needs_decision',
  'awaiting_approval',
  'duplicate',
  'superseded',
  'cancelled',
  'undone',
] as const;
export type MailedStatus = (typeof mailedStatuses)[number];

/** The outcomes of rows in the order of the mail, in the words for a run that ended and for a plan. */
export const rowClasses = [
  ['created', 'created', 'would be created'],
  ['updated', 'updated', 'would be updated'],
  ['unchanged', 'unchanged', 'would stay unchanged'],
  ['deleted', 'deleted', 'would be deleted'],
  ['landed', 'written; the service does not say how', 'would be written; the service does not say how'],
  ['skipped', 'skipped: identical to an earlier row', 'skipped: identical to an earlier row'],
  ['filtered', 'left out by the profile', 'left out by the profile'],
  ['failed', 'with errors, not written', 'with errors, not written'],
  ['notAttempted', 'without errors, not written', 'would not be written'],
  ['unknown', 'unknown: written or not', 'unknown'],
] as const;

/** How many rows have each outcome; they add up to `read`. */
export type RowCounts = Readonly<Record<'read' | (typeof rowClasses)[number][0], number>>;

/** Rows that were not written for the same reason. */
export interface RowsOfReason {
  readonly reason: string;
  readonly rows: number;
  /** The numbers of the first ones in the spreadsheet. */
  readonly firstRows: readonly number[];
}

export type MailedFiles = Readonly<Partial<Record<'result' | 'plan' | 'undoReport', MailedFile | undefined>>>;

/** What the mail of one run contains. */
export interface RunFacts {
  readonly runId: string;
  readonly fileName: string;
  /** Where the console is, without a slash at its end; absent in a stack without one. */
  readonly consoleUrl?: string | undefined;
  /** The bucket and key of the drop. */
  readonly place: string;
  readonly status: MailedStatus;
  readonly counts: RowCounts;
  /** How many of the skipped rows had landed already. */
  readonly landedAlready?: number | undefined;
  /** How many of them are as they were exported, and how many others have changed since. */
  readonly asExported?: number | undefined;
  readonly changedSince?: number | undefined;
  /** Why the run ended like this, for a person. */
  readonly reason?: string | undefined;
  /** The codes of its reasons. */
  readonly reasonCodes?: readonly string[] | undefined;
  /** How the file was read, in sentences. */
  readonly notes?: readonly string[] | undefined;
  /** Signs of a mistake in rows that are each right, in sentences. */
  readonly warnings?: readonly string[] | undefined;
  /** A profile with which the file would be read, in lines; for a run that stopped for its columns. */
  readonly proposal?: readonly string[] | undefined;
  /** Why rows were refused, the most frequent reason first. */
  readonly problems: readonly RowsOfReason[];
  /** How many rows were refused in all. */
  readonly problemsInAll: number;
  /** The first reasons for which good rows were not written. */
  readonly notAttemptedFor?: readonly RowsOfReason[] | undefined;
  /** The first reasons for which the outcome of rows is unknown. */
  readonly unknownFor?: readonly RowsOfReason[] | undefined;
  /** How often `import` was called. */
  readonly calls?:
    { readonly dryRuns: number; readonly furtherDryRuns: number; readonly imports: number } | undefined;
  /** The result sheet, if the mail carries it. */
  readonly attachment?: Attachment | undefined;
  /** Those that there are. */
  readonly files?: MailedFiles | undefined;
  /** The real imports, or the dry runs if there were no imports. */
  readonly importIds: readonly string[];
  /** Whether the importIds are those of dry runs, which wrote nothing. */
  readonly wereDryRuns: boolean;
  readonly schema?: string | undefined;
  readonly lookup?: string | undefined;
  readonly profile?: string | undefined;
  /** The command that imports the same content once more. */
  readonly again?: string | undefined;
  readonly droppedBy?: string | undefined;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt?: string | undefined;
  /** The batches to decide, and the commands that do it. */
  readonly toDecide?:
    | {
        readonly batches: readonly string[];
        readonly commands: readonly (readonly [string, string])[];
        /** Of how many of the rows the import ended, with an error. */
        readonly rowsEnded: number;
      }
    | undefined;
  /** Who approved the plan and, while the run waits, the commands that approve or refuse it. */
  readonly approval?:
    | {
        readonly by?: string | undefined;
        readonly commands?: readonly (readonly [string, string])[] | undefined;
      }
    | undefined;
  /** The number of the reminder that the run waits, from 1; absent in the first mail. */
  readonly reminder?: number | undefined;
  /** How many records the undo took back, kept and failed on, and who requested it. */
  readonly undo?:
    | {
        readonly reversed: number;
        readonly kept: number;
        readonly failed: number;
        readonly by?: string | undefined;
      }
    | undefined;
  /** Imports that an operator reverted, a sentence each. */
  readonly reverts?: readonly string[] | undefined;
  /** Imports whose outcome arrived after the run had ended, a sentence each. */
  readonly late?: readonly string[] | undefined;
  /** The run that imported the same content before, and those that wrote since, a sentence each. */
  readonly importedBefore?: { readonly lines: readonly string[]; readonly more: number } | undefined;
}
