import type { Sheet, SheetFacts } from '@sluice/sheets';
import type { Column } from '../columns/match-columns.ts';
import type { TextHash } from '../rows/lookup-set.ts';
import type { Settings } from '../profile/settings.ts';

/** What is wrong with a row, or with one cell of it. Never a cell value. */
export interface RowProblem {
  readonly row: number;
  /** The header of the cell's column, as it is written. */
  readonly column?: string;
  readonly expected: string;
}

/** What one `import` request will carry. */
export interface PlannedBatch {
  /** From 1. */
  readonly number: number;
  /** The JSON of `recordSets`; sha256 is of its UTF-8 bytes, hexadecimal. */
  readonly body: string;
  readonly bytes: number;
  readonly sha256: string;
  /** `rows[N - 1]` is the spreadsheet row of record N. */
  readonly rows: readonly number[];
  readonly firstRow: number;
  readonly lastRow: number;
}

export type PlanStep =
  | { readonly kind: 'batch'; readonly batch: PlannedBatch }
  | { readonly kind: 'problem'; readonly problem: RowProblem }
  /** Equal to an earlier row, byte for byte. */
  | { readonly kind: 'skipped'; readonly row: number; readonly twinOf: number };

/** rows = records + failed + skipped; where failed is 0, the batches hold exactly `records`. */
export interface PlanTotals {
  readonly rows: number;
  readonly records: number;
  /** Rows with at least one problem. */
  readonly failed: number;
  readonly skipped: number;
  readonly batches: number;
  readonly facts: SheetFacts;
  readonly columns: readonly Column[];
  /** What somebody should know of how it was read, those of the sheet and rows left out among them. No cell value. */
  readonly notes: readonly string[];
}

export interface PlanRequest {
  /** Opens the same bytes from their start; called again when columns must be looked at, or lookups compared. */
  readonly open: () => Promise<Sheet>;
  readonly settings: Settings;
  /** By which lookups are remembered; another one than the default only shows what collisions do. */
  readonly hash?: TextHash;
}
