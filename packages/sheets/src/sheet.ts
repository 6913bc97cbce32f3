import type { SheetLimits } from './limits.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export type Delimiter = ',' | ';' | '\t' | '|';

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

export interface SheetRow {
  /** As in the spreadsheet, from 1: blank rows count, line breaks inside cells do not. */
  readonly number: number;
  /** As many as the row has; the header may have more or fewer. */
  readonly cells: readonly string[];
}

/** What was understood of the file. Encoding and notes are final once the last row was read. */
export interface SheetFacts {
  readonly format: 'csv';
  /** A file of ASCII alone is `utf-8`. */
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly headerRow: number;
  /** As written: not trimmed, perhaps empty or twice. */
  readonly header: readonly string[];
  /** Sentences for the person whose file it is; no cell value in them. */
  readonly notes: readonly string[];
}

export interface SheetOptions {
  /** Instead of what the first 64 KiB suggest. */
  readonly delimiter?: Delimiter;
  /** Instead of what the bytes suggest; a byte order mark still wins. */
  readonly encoding?: Encoding;
  /** Lower than the stated limits, for tests. */
  readonly limits?: Partial<SheetLimits>;
}
