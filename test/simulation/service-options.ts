export type Row = Readonly<Record<string, unknown>>;
export interface RecordSet {
  readonly schema: string;
  readonly lookup: string;
  readonly records: readonly Row[];
}

/** The body of any call. */
export interface Input {
  readonly dryRun?: boolean;
  readonly filename?: string;
  readonly recordSets?: readonly RecordSet[];
  readonly importId?: string;
  readonly asInDryRun?: string;
  readonly outcomes?: readonly string[];
  readonly successNotificationEmails?: unknown;
  readonly failureNotificationEmails?: unknown;
}

export interface ImportCall {
  readonly run: string;
  readonly batch: number;
  /** 0 where the file name has none. */
  readonly attempt: number;
  readonly dryRun: boolean;
  readonly sha256: string;
  readonly at: number;
  readonly input: Input;
  readonly key: string | undefined;
}

export interface ServiceOptions {
  readonly now: () => Date;
  /** Like ours: a preview that can be read, an `Idempotency-Key`, dry runs that end `valid`, undo. */
  readonly isOurs: boolean;
  readonly takesKey?: boolean | undefined;
  readonly hasPreview?: boolean | undefined;
  /** Where a preview says that the rest of its diffs is. Nothing is there. */
  readonly diffPages?: readonly string[] | undefined;
  readonly dryEndsSuccess?: boolean | undefined;
  /** What is wrong with a record, as `field: expectation`. */
  readonly refuse?: ((record: Row) => string | undefined) | undefined;
  /** Which refused records an answer names: all of them, the first, or none. */
  readonly names?: 'all' | 'one' | 'none' | undefined;
  /** Refuses records at once, without an importId. */
  readonly refusesAtOnce?: boolean | undefined;
  /** The records before any import. */
  readonly seeded?: readonly Row[] | undefined;
  /** How long an import takes, in milliseconds. */
  readonly runsFor?: ((call: ImportCall) => number) | undefined;
  /** Loses the answer to an import, without any fault of the plan. */
  readonly loses?: ((call: ImportCall) => boolean) | undefined;
  /** Receives every real import before it has its effect. */
  readonly onReal?: ((call: ImportCall) => void) | undefined;
  /** How many calls it admits in an hour, and how many others have made before each of ours. */
  readonly limit?: number | undefined;
  readonly others?: (() => number) | undefined;
  /** What becomes of a record that is undone, by its lookup; restored when absent. */
  readonly undone?:
    ((lookup: string) => { outcome: 'kept' | 'failed'; reason?: string } | undefined) | undefined;
  /** Why an import cannot be undone. */
  readonly refuseUndo?: ((importId: string) => string | undefined) | undefined;
  /** Receives every undo that ended, as our service publishes it. */
  readonly reverted?: ((message: object) => void) | undefined;
  /** How long an undo takes, in milliseconds. */
  readonly undoesFor?: number | undefined;
}
