import type { Store } from '@sluice/data-access/testing/world';

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
  readonly successNotificationEmails?: unknown;
  readonly failureNotificationEmails?: unknown;
}

/** An import that the flow sent, as it arrived. */
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
  /** Why the server refuses it, where ours would not. */
  readonly refusal: string | undefined;
}

/** What a server takes away from ours, or does in its own way. */
export interface Ways {
  /** A preview that can be read, an `Idempotency-Key`, expectations, dry runs that end `valid`. */
  readonly isOurs: boolean;
  readonly takesKey?: boolean | undefined;
  readonly hasPreview?: boolean | undefined;
  readonly dryEndsSuccess?: boolean | undefined;
  /** Where a preview says that the rest of its diffs is. Nothing is there. */
  readonly diffPages?: readonly string[] | undefined;
  /** What else is wrong with a record, as `field: expectation`. */
  readonly refuse?: ((record: Row) => string | undefined) | undefined;
  /** Which refused records an answer names: all of them, the first, or none. */
  readonly names?: 'all' | 'one' | 'none' | undefined;
  /** A new client needs no name. */
  readonly takesNameless?: boolean | undefined;
  /** Refuses records at once, without an importId. */
  readonly refusesAtOnce?: boolean | undefined;
  /** What it says, in words of its own, of an import that it ends as `error` though its rows are there. */
  readonly says?: ((call: ImportCall) => string | undefined) | undefined;
}

export interface ServiceOptions extends Ways {
  /** Its table; an empty one in memory when absent. */
  readonly store?: Store | undefined;
  /** The clients before any import. */
  readonly seeded?: readonly Row[] | undefined;
  /** Whether a webhook hears of all changes. */
  readonly hasWebhook?: boolean | undefined;
  /** How long an import waits for a worker, in milliseconds. */
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
  /** How long an undo waits for a worker, in milliseconds. */
  readonly undoesFor?: number | undefined;
}
