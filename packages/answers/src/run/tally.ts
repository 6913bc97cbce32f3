import type { Counts } from '@sluice/ledger';
import type { RunFacts } from './facts.ts';

/** The rows of a run, as its sentences count them. */
export interface RowTally {
  readonly read: number;
  /** Without the rows that the profile leaves out, and those of an export that were not to be written. */
  readonly meant: number;
  /** Rows whose records match them, with or without a write. A twin is not counted: the row that it equals may not have landed. */
  readonly written: number;
  readonly deleted: number;
  /** Neither written nor unknown. */
  readonly missing: number;
  /** Skipped as identical to an earlier row. */
  readonly twins: number;
  readonly filtered: number;
  readonly landedAlready: number;
  readonly asExported: number;
  readonly changedSince: number;
  readonly unknown: number;
  /** Whether it is known why each skipped row was skipped. */
  readonly isExact: boolean;
}

export function tallyOf({
  counts,
  skippedFor,
}: { readonly counts: Counts } & Pick<RunFacts, 'skippedFor'>): RowTally {
  const { read, created, updated, unchanged, deleted, landed, filtered, failed, notAttempted } = counts;
  const { landedAlready = 0, asExported = 0, changedSince = 0 } = skippedFor ?? {};
  const { skipped, unknown } = counts;
  return {
    ...{ read, deleted, filtered, landedAlready, asExported, changedSince, unknown },
    meant: read - filtered - asExported - changedSince,
    written: created + updated + unchanged + deleted + landed + landedAlready,
    missing: failed + notAttempted,
    twins: skipped - landedAlready - asExported - changedSince,
    isExact: skippedFor !== undefined || skipped === 0,
  };
}
