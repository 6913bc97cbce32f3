export type SheetErrorCode =
  /** No row at all. */
  | 'empty'
  /** Not text, but a workbook, an archive or a picture. */
  | 'format'
  /** A workbook whose parts are missing, broken or in the wrong order. */
  | 'damaged'
  /** More than one sheet of the workbook has data, or the requested one does not exist. */
  | 'which_sheet'
  /** A formula without a saved result. */
  | 'no_value'
  /** Bytes that are no text in the encoding of the rest, or in any known encoding. */
  | 'encoding'
  /** A zero byte or character. */
  | 'nul'
  /** A quote that is never closed. */
  | 'unclosed_quote'
  /** Text between a closing quote and the end of its cell: the end of the row is unclear. */
  | 'malformed_quote'
  /** A row with another delimiter than all others. */
  | 'other_delimiter'
  /** A packed file that is cut off or broken. */
  | 'compression'
  /** The stated header row is no header, or the header is longer than the stated widths. */
  | 'header'
  /** Where the table begins or ends is uncertain. */
  | 'table'
  /** A line that is no JSON object of texts and numbers. */
  | 'json'
  /** A key that is not in the first lines, or twice in a line. */
  | 'key'
  | 'too_many_bytes'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'too_many_blanks'
  | 'row_too_long'
  | 'cell_too_long';

export interface SheetErrorFacts {
  readonly code: SheetErrorCode;
  /** What is wrong, in a sentence without a cell value. */
  readonly what: string;
  readonly expected: string;
  /** Of `which_sheet`: the names of the sheets. */
  readonly names?: readonly string[] | undefined;
  /** The row number of the spreadsheet, from 1. */
  readonly row?: number | undefined;
  /** The number of the column, from 1. */
  readonly column?: number | undefined;
  /** The place in the file. */
  readonly byteOffset?: number | undefined;
}

/** The sheet cannot be read with certainty, at all or from this row on. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly code: SheetErrorCode;
  /** What is wrong, without its place. */
  readonly what: string;
  readonly expected: string;
  readonly names: readonly string[] | undefined;
  readonly row: number | undefined;
  readonly column: number | undefined;
  readonly byteOffset: number | undefined;

  constructor(facts: SheetErrorFacts) {
    super(sentence(facts));
    this.code = facts.code;
    this.what = facts.what;
    this.expected = facts.expected;
    this.names = facts.names;
    this.row = facts.row;
    this.column = facts.column;
    this.byteOffset = facts.byteOffset;
  }
}

function sentence({ row, column, byteOffset, what, expected }: SheetErrorFacts): string {
  const places = [
    ...(row === undefined ? [] : [`row ${row}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
    ...(byteOffset === undefined ? [] : [`byte ${byteOffset}`]),
  ];
  const where = places.length === 0 ? '' : `${places.join(', ')}: `;
  return `${where}${what}. Expected: ${expected}.`;
}

export function emptyError(): SheetError {
  return new SheetError({
    code: 'empty',
    what: 'the sheet is empty',
    expected: 'a header row, and one row for each record below it',
  });
}
