/** Statuses of a run of which a person is told. */
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

export function isMailedStatus(status: string): status is MailedStatus {
  return mailedStatuses.some((mailed) => mailed === status);
}

/** Rows by what became of them; the classes add up to `read`. */
export interface RowCounts {
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

/** A row that was refused. Never holds what stands in the cell. */
export interface RowProblem {
  /** As the spreadsheet numbers it. */
  readonly row: number;
  readonly column?: string | undefined;
  readonly expected: string;
}

/** Rows that were not written, all for one reason. */
export interface RowsOfReason {
  readonly reason: string;
  readonly rows: number;
  readonly firstRow: number;
}

/** All that the mail of one run says. */
export interface RunFacts {
  readonly runId: string;
  readonly fileName: string;
  /** Of the drop: bucket and key. */
  readonly place: string;
  readonly status: MailedStatus;
  readonly counts: RowCounts;
  /** Why the run ended as it did, in words for a person. */
  readonly reason?: string | undefined;
  /** How the file was understood, in sentences. */
  readonly notes?: readonly string[] | undefined;
  /** The first of the refused rows, in order; as many as are at hand, a few dozen are shown. */
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
  /** Where the result sheet lies, such as `s3://files/runs/…/results/clients.csv`. */
  readonly resultPlace?: string | undefined;
  /** Of the real imports; of the dry ones when there were no others. */
  readonly importIds: readonly string[];
  /** Whether they are of dry runs, which wrote nothing. */
  readonly wereDryRuns: boolean;
  readonly schema?: string | undefined;
  readonly lookup?: string | undefined;
  readonly droppedBy?: string | undefined;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt?: string | undefined;
  /** Of a run that waits for a decision: the batches, and the commands that decide. */
  readonly toDecide?:
    | { readonly batches: readonly string[]; readonly commands: readonly (readonly [string, string])[] }
    | undefined;
  /** Of a run whose plan was to be approved: by whom it was, where the plan lies, and, while it waits, the commands that answer. */
  readonly approval?:
    | {
        readonly by?: string | undefined;
        readonly place?: string | undefined;
        readonly commands?: readonly (readonly [string, string])[] | undefined;
      }
    | undefined;
  /** Which time a person is told again that a run waits, from 1; absent the first time. */
  readonly reminder?: number | undefined;
  /** Of a run that was undone: its records by what became of them, who asked for it, and where the report lies. */
  readonly undo?:
    | {
        readonly reversed: number;
        readonly kept: number;
        readonly failed: number;
        readonly by?: string | undefined;
        readonly place?: string | undefined;
      }
    | undefined;
  /** Imports that were heard of after the run had ended, a sentence each. */
  readonly late?: readonly string[] | undefined;
  /** Of a duplicate: the run that brought the same content before. */
  readonly duplicateOf?: string | undefined;
}
