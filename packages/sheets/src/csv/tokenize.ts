import Papa from 'papaparse';

export interface Dialect {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
}

export interface Tokens {
  readonly rows: string[][];
  /** How much of the text the rows took; what is left belongs to a row whose end is not there yet. */
  readonly length: number;
  /** The first quote that cannot be read. */
  readonly fault?: QuoteFault;
}

export interface QuoteFault {
  readonly kind: 'unclosed_quote' | 'malformed_quote';
  /** Of its row among the rows. */
  readonly index: number;
  /** Of its cell, from 1. */
  readonly column: number;
}

export type Tokenize = (text: string, last: boolean) => Tokens;

/**
 * Cuts text into rows of cells. A line break of two characters is read as its second, and the first is taken off
 * the last cell, so that files which mix both keep their rows.
 */
export function tokenizer({ delimiter, newline }: Dialect): Tokenize {
  const parser = new Papa.Parser({ delimiter, newline, quoteChar: '"', escapeChar: '"' });
  return (text, last) => {
    // A closing quote must be the last character or stand before a delimiter or line break.
    const input = last && newline === '\n' && text.endsWith('\r') ? text.slice(0, -1) : text;
    const result: Papa.ParseResult<string[]> = parser.parse(input, 0, !last);
    if (newline === '\n') for (const row of result.data) trimReturn(row);
    const length = last ? text.length : result.meta.cursor;
    const error = firstError(result, last);
    if (error === undefined) return { rows: result.data, length };
    const before: Papa.ParseResult<string[]> = parser.parse(input.slice(0, (error.index ?? 1) - 1), 0, false);
    return { rows: result.data, length, fault: faultOf(error, before.data.at(-1)) };
  };
}

function trimReturn(row: string[]): void {
  const end = row.length - 1;
  const cell = row[end];
  if (cell?.endsWith('\r')) row[end] = cell.slice(0, -1);
}

/** An error behind the last whole row may only mean that its rest has not come yet. */
function firstError(
  { data, errors }: Papa.ParseResult<string[]>,
  last: boolean,
): Papa.ParseError | undefined {
  const [error] = errors;
  return last || (error?.row ?? 0) < data.length ? error : undefined;
}

/** `before` is the row up to the quote: its last cell is the one that the quote opens. */
function faultOf(error: Papa.ParseError, before: readonly string[] | undefined): QuoteFault {
  const kind = error.code === 'MissingQuotes' ? 'unclosed_quote' : 'malformed_quote';
  return { kind, index: error.row ?? 0, column: before?.length ?? 1 };
}
