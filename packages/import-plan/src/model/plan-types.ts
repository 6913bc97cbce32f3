import type { Reason } from '@sluice/contract';
import type { Sheet, SheetFacts } from '@sluice/sheets';
import type { Column } from '../columns/column.ts';
import type { TextHash } from './lookup-set.ts';
import type { Settings } from '../profile/settings.ts';
import type { HasLanded } from './reference.ts';
import type { SheetTexts } from './sheet-texts.ts';
import type { ColumnFill } from './column-fill.ts';
import type { PlanWarning } from './warning.ts';

/** What is wrong with a row or with one of its cells. Its name is the header of the column, as written. */
export interface RowProblem extends Reason {
  readonly row: number;
}

/**
 * The content of one `import` request. Its body and hash are made when they are first read, which must be before the next step:
 * its memory is used again.
 */
export interface PlannedBatch {
  /** From 1. */
  readonly number: number;
  /** The JSON of `recordSets`; `sha256` is the hexadecimal hash of its UTF-8 bytes. */
  readonly body: string;
  readonly bytes: number;
  readonly sha256: string;
  /** `rows[N - 1]` is the spreadsheet row of record N. */
  readonly rows: readonly number[];
  /** By row: what an export says of the edited ones. Absent if there are none. */
  readonly exported?: Readonly<Record<number, string>>;
  /** The headers of the columns by field, where all records of a row have the same. */
  readonly headers: Readonly<Record<string, string>>;
  /** How many rows these are. */
  readonly rowCount: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

export type PlanStep =
  | { readonly kind: 'batch'; readonly batch: PlannedBatch }
  | { readonly kind: 'problem'; readonly problem: RowProblem }
  /** Equal to an earlier row, byte for byte. */
  | { readonly kind: 'skipped'; readonly row: number; readonly twinOf: number }
  /** It comes from a result sheet, and landed as it is. */
  | { readonly kind: 'landedAlready'; readonly row: number; readonly runId: string }
  /** It comes from an export, and nobody has edited it. */
  | { readonly kind: 'asExported'; readonly row: number }
  /** The profile leaves it out. */
  | { readonly kind: 'filtered'; readonly row: number };

/** Without several records in a row, rows = records + failed + skipped + filtered. If `failed` is 0, the batches have exactly `records`. */
export interface PlanTotals {
  readonly rows: number;
  readonly records: number;
  /** Rows with at least one problem. */
  readonly failed: number;
  /** Twins of earlier rows, rows that landed already, and rows that are as they were exported. */
  readonly skipped: number;
  readonly landedAlready: number;
  readonly asExported: number;
  readonly filtered: number;
  readonly batches: number;
  readonly facts: SheetFacts;
  readonly columns: readonly Column[];
  /** How the text of the columns was repaired; absent if no cell seemed damaged. */
  readonly texts: SheetTexts | undefined;
  /** What a person should know about how it was read, left-out rows included, without a cell value. */
  readonly notes: readonly string[];
  /** Signs of a mistake in rows that are each right. */
  readonly warnings: readonly PlanWarning[];
  /** How full each column is; empty for a few rows. */
  readonly fill: readonly ColumnFill[];
  /** The exports of which edited rows are. */
  readonly exports: readonly string[];
}

export interface PlanRequest {
  /** Opens the same bytes from their start; called again to detect formats or to compare lookups. */
  readonly open: () => Promise<Sheet>;
  readonly settings: Settings;
  /** Decides on rows of result sheets; without it, every run that they name counts. */
  readonly hasLanded?: HasLanded | undefined;
  /** The base URL of the service, which decides on rows of exports; without it, every export counts. */
  readonly target?: string | undefined;
  /** How lookups are remembered. Only tests of collisions pass it. */
  readonly hash?: TextHash;
}
