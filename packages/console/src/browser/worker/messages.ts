import type { Reason } from '@sluice/contract';
import type { DateOrder, FilePlan } from '@sluice/import-plan';
import type { Choice } from '@sluice/import-plan/suggest';

/** Where a file will be dropped, which decides how it is read. Without one, the proposed profile decides. */
export type Place =
  | { readonly kind: 'direct'; readonly schema: string; readonly lookup: string }
  | {
      readonly kind: 'profile';
      readonly name: string;
      readonly text: string;
      /** Of the version that was read; absent for one that is not saved. */
      readonly etag?: string | undefined;
    };

/** A change of all cells of a column that are alike. Columns count from 0. */
export type Rule =
  /** Dates with another part in front are written with the year first. */
  | { readonly kind: 'dates'; readonly column: number; readonly order: DateOrder }
  | { readonly kind: 'value'; readonly column: number; readonly from: string; readonly to: string };

/** A blank cell that is put before the one at `column` (1), or is taken out there (-1), where a separator was lost or doubled. */
export interface Shift {
  readonly column: number;
  readonly by: 1 | -1;
}

/** What a person corrected. Shifts come first, then rules, then single cells. */
export interface Edits {
  /** By row of the spreadsheet, in order. */
  readonly shifts: ReadonlyMap<number, readonly Shift[]>;
  /** New texts by row of the spreadsheet and by column, from 0. */
  readonly cells: ReadonlyMap<number, ReadonlyMap<number, string>>;
  readonly rules: readonly Rule[];
}

export interface Opening {
  readonly file: File;
  readonly place?: Place | undefined;
  readonly sheetName?: string | undefined;
  readonly edits?: Edits | undefined;
  /** The rows that count, by their numbers; all when absent. */
  readonly only?: ReadonlySet<number> | undefined;
}

/** A proposed profile. */
export interface Proposed {
  readonly text: string;
  readonly layout?: string | undefined;
  readonly schema: string;
  readonly lookup: string;
  readonly choices: readonly Choice[];
  /** Whether every column is certain. */
  readonly certain: boolean;
  /** Whether the names of the columns suffice, so that no profile is needed. */
  readonly direct: boolean;
}

/** The columns of a file, and its first rows. */
export interface ColumnSample {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What records a sheet may have, and by which fields they are found. */
export interface SchemaOfSheet {
  readonly name: string;
  readonly lookups: readonly string[];
  readonly fields: readonly string[];
}

/** How the file was understood: of its first rows, then of all. */
export type Understood = Pick<
  FilePlan,
  | 'schema'
  | 'lookup'
  | 'sheet'
  | 'notes'
  | 'warnings'
  | 'columns'
  | 'missed'
  | 'constants'
  | 'firstRows'
  | 'transforms'
  | 'records'
  | 'invalidRows'
>;

/** Wrong rows with the same kind of problem in the same column. */
export interface ReasonGroup {
  readonly id: number;
  readonly code: string;
  /** The header of the column; absent if the reason is about whole rows. */
  readonly name?: string | undefined;
  /** What is wrong in the first of them. */
  readonly example: string;
  readonly rows: number;
}

/** What is wrong, with its sentence. */
export interface RowReason extends Reason {
  readonly text: string;
}

export interface WrongRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** The cells that are too long to be shown whole, from 0. */
  readonly cut: readonly number[];
  readonly problems: readonly RowReason[];
}

/** Why a file is not taken, worded as by `sluice plan`. */
export interface Refusal {
  readonly text: string;
  readonly code: string;
  readonly row?: number | undefined;
  readonly column?: number | undefined;
  /** Of a workbook, if one of its sheets has to be named. */
  readonly sheets?: readonly string[] | undefined;
  /** Of text, if its encoding has to be stated: the first rows as each encoding shows them. */
  readonly shownAs?: readonly { readonly name: string; readonly rows: readonly string[] }[] | undefined;
  /** Whether another profile could read it. */
  readonly aboutColumns: boolean;
}

export type Totals = FilePlan['totals'];

/** What a worker is for. */
export type WorkerName = 'reading' | 'sums';

/** To the worker. A later `turn` ends the work for those before it. */
export type Ask =
  | { readonly kind: 'open'; readonly turn: number; readonly opening: Opening }
  | {
      readonly kind: 'rows';
      readonly id: number;
      readonly group?: number;
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: 'problems'; readonly id: number; readonly rows: readonly number[] }
  | { readonly kind: 'corrected'; readonly id: number };

/** From the worker. */
export type Tell =
  | {
      readonly kind: 'proposed';
      readonly turn: number;
      readonly proposed: Proposed | undefined;
      readonly sample: ColumnSample;
      readonly schemas: readonly SchemaOfSheet[];
      /** One of each step of a transform, as JSON. */
      readonly steps: readonly string[];
    }
  | { readonly kind: 'understood'; readonly turn: number; readonly understood: Understood }
  | { readonly kind: 'found'; readonly turn: number; readonly found: Found }
  | {
      readonly kind: 'checked';
      readonly turn: number;
      readonly understood: Understood;
      readonly totals: Totals;
    }
  | { readonly kind: 'refused'; readonly turn: number; readonly refusal: Refusal }
  | { readonly kind: 'rows'; readonly id: number; readonly rows: readonly WrongRow[] }
  | { readonly kind: 'problems'; readonly id: number; readonly problems: readonly (readonly RowReason[])[] }
  | { readonly kind: 'corrected'; readonly id: number; readonly blob: Blob }
  | { readonly kind: 'failed'; readonly id: number; readonly text: string }
  | { readonly kind: 'sums'; readonly id: number; readonly sums: Sums }
  /** The script is not there, such as without a connection. */
  | { readonly kind: 'notLoaded' };

/** How far a check has come. */
export interface Found {
  /** Rows read. */
  readonly rows: number;
  readonly wrongRows: number;
  readonly groups: readonly ReasonGroup[];
}

/** To the worker that makes sums. */
export interface SumsAsk {
  readonly kind: 'sums';
  readonly id: number;
  readonly file: Blob;
}

export interface Sums {
  /** Of the file, in hex. */
  readonly sha256: string;
  /** Of each part of `partBytes`. */
  readonly parts: readonly string[];
}
