import type { RunProgressJson } from '@sluice/ledger/views';

/** What is known of a run. */
export interface RunFacts {
  /** As the history API answers it. */
  readonly run: RunProgressJson;
  /** Of the rows that were skipped, as far as that is known. */
  readonly skippedFor?: SkippedFor | undefined;
  /** Classes of rows whose counts are not those of the result sheet. */
  readonly brokenCounts?: readonly string[] | undefined;
  readonly reasons?: RowReasons | undefined;
  /** Where its files are, those that there are. */
  readonly files?: RunFiles | undefined;
  /** Where the console is, without a slash at its end; absent in a stack without one. */
  readonly consoleUrl?: string | undefined;
  /** The proposed profile, in lines. */
  readonly proposal?: readonly string[] | undefined;
  /** How often a reminder was sent that the run waits. */
  readonly reminder?: number | undefined;
  readonly undoneBy?: string | undefined;
  /** Imports whose outcome arrived after the run had ended. */
  readonly late?: readonly { readonly batch: number; readonly importId: string; readonly status: string }[];
  /** Runs of its folder that it did not wait for. */
  readonly passed?: readonly string[] | undefined;
  /** The real imports, or the dry runs if there were no imports: those wrote nothing. */
  readonly imports?: { readonly ids: readonly string[]; readonly wereDryRuns: boolean } | undefined;
}

/** How many of the skipped rows had landed already, are as they were exported, and have changed since. */
interface SkippedFor {
  readonly landedAlready: number;
  readonly asExported: number;
  readonly changedSince: number;
}

/** Rows that have the same reason. */
export interface RowsOfReason {
  readonly reason: string;
  readonly rows: number;
  /** The numbers of the first ones in the spreadsheet. */
  readonly firstRows: readonly number[];
}

/** Why rows did not land. */
export interface RowReasons {
  /** Of refused rows, the most frequent reason first. */
  readonly problems: readonly RowsOfReason[];
  /** How many rows were refused in all. */
  readonly problemsInAll: number;
  /** The first reasons for which good rows were not written. */
  readonly notAttemptedFor: readonly RowsOfReason[];
  /** The first reasons for which the outcome of rows is unknown. */
  readonly unknownFor: readonly RowsOfReason[];
}

/** A file of a run. */
export interface ToldFile {
  /** Such as `s3://files/runs/…/results/clients.csv`. */
  readonly place: string;
  /** A browser gets the file from this address, without a sign-in, until a time (ISO 8601). */
  readonly link?: { readonly url: string; readonly until: string } | undefined;
}

export type RunFiles = Readonly<Partial<Record<'result' | 'plan' | 'undoReport', ToldFile | undefined>>>;
