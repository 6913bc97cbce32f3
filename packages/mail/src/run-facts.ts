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

type RowClass =
  | 'created'
  | 'updated'
  | 'unchanged'
  | 'deleted'
  | 'landed'
  | 'skipped'
  | 'failed'
  | 'notAttempted'
  | 'unknown';

/** How many rows have each outcome; they add up to `read`. */
export type RowCounts = Readonly<Record<'read' | RowClass, number>>;

/** A refused row, without its cells. */
export interface RowProblem {
  /** Its number in the spreadsheet. */
  readonly row: number;
  readonly column?: string | undefined;
  readonly expected: string;
}

/** Rows that were not written for the same reason. */
export interface RowsOfReason {
  readonly reason: string;
  readonly rows: number;
  readonly firstRow: number;
}

/** What the mail of one run contains. */
export interface RunFacts {
  readonly runId: string;
  readonly fileName: string;
  /** The bucket and key of the drop. */
  readonly place: string;
  readonly status: MailedStatus;
  readonly counts: RowCounts;
  /** Why the run ended like this, for a person. */
  readonly reason?: string | undefined;
  /** How the file was read, in sentences. */
  readonly notes?: readonly string[] | undefined;
  /** The first refused rows, in order. The mail shows some of them. */
  readonly problems: readonly RowProblem[];
  /** How many problems there are in all. */
  readonly problemsInAll: number;
  /** Why rows were refused, the most frequent reason first. */
  readonly refusedFor?: readonly RowsOfReason[] | undefined;
  /** The first reasons for which good rows were not written. */
  readonly notAttemptedFor?: readonly RowsOfReason[] | undefined;
  /** How often `import` was called. */
  readonly calls?:
    { readonly dryRuns: number; readonly furtherDryRuns: number; readonly imports: number } | undefined;
  /** The address of the result sheet, such as `s3://files/runs/…/results/clients.csv`. */
  readonly resultPlace?: string | undefined;
  /** The real imports, or the dry runs if there were no imports. */
  readonly importIds: readonly string[];
  /** Whether the importIds are those of dry runs, which wrote nothing. */
  readonly wereDryRuns: boolean;
  readonly schema?: string | undefined;
  readonly lookup?: string | undefined;
  readonly droppedBy?: string | undefined;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt?: string | undefined;
  /** The batches to decide, and the commands that do it. */
  readonly toDecide?:
    | { readonly batches: readonly string[]; readonly commands: readonly (readonly [string, string])[] }
    | undefined;
  /** Who approved the plan, where it is and, while the run waits, the commands that approve or refuse it. */
  readonly approval?:
    | {
        readonly by?: string | undefined;
        readonly place?: string | undefined;
        readonly commands?: readonly (readonly [string, string])[] | undefined;
      }
    | undefined;
  /** The number of the reminder that the run waits, from 1; absent in the first mail. */
  readonly reminder?: number | undefined;
  /** How many records the undo restored, kept and failed on, who requested it, and where the report is. */
  readonly undo?:
    | {
        readonly reversed: number;
        readonly kept: number;
        readonly failed: number;
        readonly by?: string | undefined;
        readonly place?: string | undefined;
      }
    | undefined;
  /** Imports whose outcome arrived after the run had ended, a sentence each. */
  readonly late?: readonly string[] | undefined;
  /** For a duplicate: the run that imported the same content before. */
  readonly duplicateOf?: string | undefined;
}
