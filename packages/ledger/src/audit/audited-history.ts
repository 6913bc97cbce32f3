import * as z from 'zod';
import type { SealNote } from '../model/seal-note.ts';
import type { Seal } from './seal.ts';
import type { Stored } from './verify-items.ts';

/** A list of runs of a day that is not sealed yet. */
export const openListSchema = z.object({
  day: z.string(),
  list: z.string(),
  isStored: z.boolean(),
  hash: z.string().nullable(),
});
export type OpenList = z.infer<typeof openListSchema>;

/** The chained history of a run or of the start of a migration. */
export type RunChain = Pick<Stored, 'events' | 'unreadable'>;

/** How the service found the values of an import. */
export const checkedValuesSchema = z.object({
  importId: z.string(),
  state: z.enum(['kept', 'altered', 'gone', 'unknown']),
  valuesSha256: z.string().optional(),
  erased: z.int().optional(),
});
export type CheckedValues = Readonly<z.infer<typeof checkedValuesSchema>>;

export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export interface Times {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** What an audit reads, wherever it runs. */
export interface AuditedHistory {
  /** Undefined when there is none. */
  chain(runId: string): Promise<RunChain | undefined>;
  /** The items of it, as they are stored. */
  items(runId: string): Promise<Stored['items'] | undefined>;
  /** In order of days: the stored seals, and the ledger's notes of all seals ever made. */
  seals(days: Days): Promise<{
    readonly seals: readonly Seal[];
    readonly noted: readonly SealNote[];
    readonly lists: readonly OpenList[];
  }>;
  /** The sealed list of a day, or a list that it got before its seal, as it was written. */
  sealedList(day: string, list?: string): Promise<string>;
  /**
   * What the service has of the values of these imports, some of the first at least. Undefined where nobody can ask it. Absent
   * where values are not verified.
   */
  values?(importIds: readonly string[]): Promise<readonly CheckedValues[] | undefined>;
  /** Newest first. */
  runPages(times: Times): AsyncIterable<{
    readonly runs: readonly { readonly runId: string; readonly startedAt: string }[];
    readonly unreadable: readonly string[];
  }>;
}
