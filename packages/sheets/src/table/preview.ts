import type { Knows, SheetRow } from '../model/sheet.ts';

/** The first rows of a sheet, from which its table is found. Counted by rows, so that chunks do not matter (invariant 14). */
export interface Preview {
  /** Without blank rows. */
  readonly rows: readonly SheetRow[];
  /** Whether these are all rows of the file. */
  readonly whole: boolean;
  /** Whether blank cells at the ends of rows are not stored, as in a workbook. */
  readonly short: boolean;
  /** The merged cells of a workbook, as far as they were read. */
  readonly merges?: readonly CellRange[] | undefined;
  /** The range that a workbook declares to be a table. */
  readonly range?: TableRange | undefined;
}

/** Rows and columns from 1, both ends included. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface TableRange extends CellRange {
  readonly hasHeader: boolean;
  readonly hasTotals: boolean;
}

/** What is known of a sheet before its header is. */
export interface Top {
  readonly preview: Preview;
  /** The usual width of the rows, and the greatest. */
  readonly width: number;
  readonly widest: number;
  readonly knows?: Knows | undefined;
}
