import type { Counts, RunStatus } from '@sluice/ledger';

/** The demo's access to a terminal and to the command line. */
export interface Stage {
  readonly show: (lines: readonly string[]) => void;
  readonly bold: (words: string) => string;
  /** Lines of aligned columns. */
  readonly columns: (rows: readonly (readonly string[])[]) => string[];
  /** Text from outside, made safe for a terminal. */
  readonly printable: (text: string) => string;
  readonly now: () => Date;
  /** Ends early when the demo is stopped. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly signal: AbortSignal;
  /** `sluice local`, with its data in this folder. */
  readonly start: (dataDir: string) => Promise<StartedSystem>;
  /** `sluice drop`, followed to the end of the run. */
  readonly drop: (drop: {
    readonly file: string;
    readonly result: string;
    readonly localJson: string;
  }) => Promise<DropReport>;
}

export interface StartedSystem {
  /** The addresses, without secrets. */
  readonly places: Readonly<Record<string, string>>;
  readonly mailUrl: string;
  readonly localJson: string;
  readonly milliseconds: number;
  stop(): Promise<void>;
}

/** What the command line reports about one drop. */
export interface DropReport {
  readonly run: {
    readonly runId: string;
    readonly key: string;
    readonly status: RunStatus;
    readonly counts: Counts;
  };
  /** How many rows the result sheet names as failed. */
  readonly failedRows: number;
  /** All counts in one line. */
  readonly countsText: string;
  /** Lines: what `sluice drop` prints, and the importIds of the run. */
  readonly summary: readonly string[];
  readonly submissions: readonly string[];
}
