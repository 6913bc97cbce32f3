import type { SheetLimits } from './limits.ts';
import type { SheetError } from './sheet-error.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
/** The last four are only recognised where nothing else fits, and cannot be stated. */
export type Delimiter = UsualDelimiter | ' ' | ':' | '^' | '~';
export type UsualDelimiter = ',' | ';' | '\t' | '|';

/** A table with positions. Its rows can be read once, and hold the source open until they are read or left. */
export interface Sheet {
  readonly facts: SheetFacts;
  /**
   * The rows below the header in chunks, at most a few thousand in each. Blank rows are left out, and counted.
   * Cells share memory with their chunk: copy (`ownText`) what is kept beyond it.
   * @throws SheetError with the row where reading had to end
   */
  readonly rows: AsyncIterable<SheetRow[]>;
}

/** What a format writes: rows below a header, in order of their numbers. */
export interface OutputTable extends Pick<SheetFacts, 'headerRow' | 'delimiter' | 'sheetName'> {
  readonly header: readonly string[];
  readonly rows: AsyncIterable<readonly SheetRow[]>;
}

export interface SheetRow {
  /** As in the spreadsheet, from 1: blank rows count, line breaks inside cells do not. */
  readonly number: number;
  /** As many as the row has; the header may have more or fewer. */
  readonly cells: readonly string[];
}

export type SheetFormat = 'csv' | 'jsonl' | 'xlsx';

/** What was understood of the file. Encoding, notes and skipped rows are final once the last row was read. */
export interface SheetFacts {
  readonly format: SheetFormat;
  /** What it was unpacked from. */
  readonly compression?: 'gzip' | undefined;
  /** Of a text file; one of ASCII alone is `utf-8`. */
  readonly encoding?: Encoding | undefined;
  /** Of CSV. */
  readonly delimiter?: Delimiter | undefined;
  /** Of a workbook: the sheet that is read. */
  readonly sheetName?: string | undefined;
  readonly headerRow: number;
  /** As written: not trimmed, perhaps empty or twice. */
  readonly header: readonly string[];
  /** Sentences for the person whose file it is; no cell value in them. */
  readonly notes: readonly string[];
  /** Rows that are surely no data, and why; without the blank ones. */
  readonly skipped: readonly SkippedRow[];
}

export interface SkippedRow {
  readonly row: number;
  /** What it was taken for, without its cells. */
  readonly why: string;
}

export interface SheetOptions {
  /** Instead of what the first 64 KiB suggest. */
  readonly delimiter?: UsualDelimiter | undefined;
  /** Instead of what the bytes suggest; a byte order mark still wins. */
  readonly encoding?: Encoding | undefined;
  /** The number of the row that has the names of the columns, instead of the first that seems to. */
  readonly headerRow?: number | undefined;
  /** Of a workbook: which sheet; needed where several hold data. */
  readonly sheetName?: string | undefined;
  /**
   * Given: `rows` has every row of the file, in order, with the header, what is above it, totals and blank
   * rows; what would end the reading is reported here, and read as well as possible. Without it, doubt is refused.
   */
  readonly onProblem?: ((problem: SheetError) => void) | undefined;
  /** Lower than the stated limits, for tests. */
  readonly limits?: Partial<SheetLimits>;
}
