import type { Encoding } from './encodings.ts';
import type { SheetLimits } from './limits.ts';
import type { RawRow } from './raw-cells.ts';
import type { SheetError } from './sheet-error.ts';

/** The last four are only recognized if nothing else fits, and cannot be stated. */
export type Delimiter = UsualDelimiter | ' ' | ':' | '^' | '~';
export type UsualDelimiter = ',' | ';' | '\t' | '|';

/** A table with positions. Its rows can be read once, and keep the source open until they are read or left. */
export interface Sheet {
  readonly facts: SheetFacts;
  /**
   * The rows below the header in chunks of a few thousand at most. Blank rows are left out, but counted. Cells share memory with
   * their chunk: copy (`ownText`) what is kept longer.
   * @throws SheetError with the row where reading ends
   */
  readonly rows: AsyncIterable<SheetRow[]>;
  /** The rows above the header that are not blank, such as titles. */
  readonly above: readonly SheetRow[];
  /** Whether a cell so far may have damaged text. Absent if the format does not watch for it. */
  readonly mayBeDamaged?: () => boolean;
  /** For a workbook: whether a cell so far in this column, from 0, is a number there and not a text. */
  readonly storesNumbers?: (column: number) => boolean;
  /** The whole file with new columns in this sheet, if the format has more than cells; undefined where it cannot be copied. */
  readonly copy?: (edit: SheetEdit) => Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Its other sheets are too large to be copied with it, so it has no `copy`. */
  readonly tooLargeToCopy?: boolean;
}

/** Whether a column of this name would be recognized: a field of the schema, or a column that a profile names. */
export type Knows = (name: string) => boolean;

/** What a format writes: rows below a header, in order of their numbers. */
export interface OutputTable extends Pick<SheetFacts, 'headerRow' | 'delimiter' | 'sheetName'> {
  readonly header: readonly string[];
  /** Rows above the header, in order. */
  readonly above?: readonly SheetRow[];
  readonly rows: AsyncIterable<readonly OutputRow[]>;
  /** How a workbook shows its columns. */
  readonly columns?: readonly ColumnLook[];
}

/** How a workbook shows a column. */
export interface ColumnLook {
  /** In characters. */
  readonly width?: number;
  /** What a program offers, and takes, for its cells. */
  readonly allowed?: readonly string[];
  /** What a program shows beside a selected cell. */
  readonly hint?: string;
}

export interface OutputRow extends Pick<SheetRow, 'number' | 'cells'> {
  /** A workbook colours it. */
  readonly isFailed?: boolean | undefined;
}

/** What a copy of a sheet changes: columns behind those of its table. */
export interface SheetEdit {
  readonly headerRow: number;
  /** How many columns of the table stay; the new ones come behind them, and cells beyond the header after those. */
  readonly width: number;
  /** How many columns behind these are left out. */
  readonly replaced: number;
  readonly names: readonly string[];
  /** In order: the cells of the new columns. */
  readonly rows: AsyncIterable<readonly OutputRow[]>;
}

export interface SheetRow {
  /** The row number of the spreadsheet, from 1: blank rows count, line breaks inside cells do not. */
  readonly number: number;
  /** The cells of the row; the header may have more or fewer. */
  readonly cells: readonly string[];
  /** Whether all its cells are bold in a workbook. */
  readonly bold?: true;
  /** The places of numbers with more digits than a workbook keeps, from 0: the last ones are lost. */
  readonly lostDigits?: readonly number[] | undefined;
  /** The same cells as bytes, if the format has them, until the next chunk of rows is read. */
  readonly raw?: RawRow | undefined;
  /** What a result sheet has said of the row, once its column is taken off; blank if it says nothing. */
  readonly reference?: string | undefined;
}

export type SheetFormat = 'csv' | 'jsonl' | 'ods' | 'xlsx';

/** How the file was read. Encoding, notes and skipped rows are final after the last row. */
export interface SheetFacts {
  readonly format: SheetFormat;
  /** What it was unpacked from. */
  readonly compression?: 'gzip' | undefined;
  /** For text; only ASCII is `utf-8`. */
  readonly encoding?: Encoding | undefined;
  /** For CSV. */
  readonly delimiter?: Delimiter | undefined;
  /** For text of fixed widths: their sum. */
  readonly fixedWidth?: number | undefined;
  /** For a workbook: the sheet that is read. */
  readonly sheetName?: string | undefined;
  /** The first row of the header; 0 if the table has none. */
  readonly headerRow: number;
  /** If the header has several rows. */
  readonly headerRows?: number | undefined;
  /** What speaks for this header, unless it is simply the first row. */
  readonly headerEvidence?: string | undefined;
  /** As written: not trimmed, and possibly empty or repeated. Names of several rows are joined. */
  readonly header: readonly string[];
  /** Sentences for the person whose file it is, without cell values. */
  readonly notes: readonly string[];
  /** Rows that are certainly no data, except blank rows, and why. */
  readonly skipped: readonly SkippedRow[];
}

export interface SkippedRow {
  readonly row: number;
  /** What the row is, without its cells. */
  readonly why: string;
}

/** Where a column is in a line of text, in characters from 1: up to `end`, or with so many as `length` states. */
export interface Position {
  readonly name?: string | undefined;
  readonly start: number;
  readonly length?: number | undefined;
  readonly end?: number | undefined;
}

export interface SheetOptions {
  /** Instead of the one detected in the first 64 KiB. */
  readonly delimiter?: UsualDelimiter | undefined;
  /** Whether backslashes in text escape as in COPY of a database, or are themselves, instead of what is detected. */
  readonly escapes?: 'database' | 'none' | undefined;
  /** For text without delimiters: how many characters each column has. */
  readonly widths?: readonly number[] | undefined;
  /** The same with gaps: where each column is, from left to right. With names, there is no header. */
  readonly positions?: readonly Position[] | undefined;
  /** Instead of the detected one; a byte order mark still wins. */
  readonly encoding?: Encoding | undefined;
  /** The number of the row with the names of the columns, instead of the detected one. */
  readonly headerRow?: number | undefined;
  /** How many rows the header has, from `headerRow` on. */
  readonly headerRows?: number | undefined;
  /** The names of the columns of a sheet without a header. A first row of just these names is its header. */
  readonly columns?: readonly string[] | undefined;
  /** The number of the last row of data. */
  readonly lastRow?: number | undefined;
  /** Whether rows of totals are left out wherever they are, or are data like all others. */
  readonly totals?: 'skip' | 'keep' | undefined;
  /** For those who import the rows: whether to repair damaged text, or to keep it. The reader itself keeps it. */
  readonly text?: 'repair' | 'keep' | undefined;
  /** Whether a column of this name would be recognized, as evidence of where the header is. */
  readonly knows?: Knows | undefined;
  /** For a workbook: the sheet to read. Required if several have data. */
  readonly sheetName?: string | undefined;
  /** For a workbook: whether rows that are hidden or filtered out are left out. */
  readonly hidden?: 'read' | 'skip' | undefined;
  /** For a workbook: whether the other cells of a merged area have the value of its first one. */
  readonly merged?: 'blank' | 'fill' | undefined;
  /**
   * With it `rows` has every row of the file in order, also the header, the rows above it, totals and blank rows. A problem that
   * would end the reading is reported here, and its row is read as well as possible. Without it, doubtful rows are refused.
   */
  readonly onProblem?: ((problem: SheetError) => void) | undefined;
  /** Lower than the stated limits, for tests. */
  readonly limits?: Partial<SheetLimits>;
}
