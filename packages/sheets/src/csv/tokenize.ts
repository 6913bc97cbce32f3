import Papa from 'papaparse';
import { unescapeCells } from './database-escapes.ts';
import { isPlain, type Dialect } from './dialect.ts';
import type { QuoteFault } from './quote-fault.ts';
import { recoverRow } from './recover.ts';
import { scanRow, trimReturn, type RowText, type ScannedRow } from './scan-row.ts';

interface Tokens {
  readonly rows: string[][];
  /** The length of the text of these rows. The rest belongs to a row without an end so far. */
  readonly length: number;
  /** The first quote that cannot be read. */
  readonly fault?: QuoteFault;
}

type Tokenize = (text: string, last: boolean) => Tokens;

/**
 * Cuts text into rows of cells. A line break of two characters is read as the second one, and the first is removed from the last
 * cell, so that files with both kinds of line breaks keep their rows.
 */
export function tokenizer(dialect: Dialect): Tokenize {
  if (dialect.escape === 'database') return databaseTokenizer(dialect);
  return isPlain(dialect) ? plainTokenizer(dialect) : (text, last) => scanRows(text, last, dialect);
}

/** Zero bytes are refused, so no cell is in these quotes. */
const noQuote = '\0';

function databaseTokenizer(dialect: Dialect): Tokenize {
  const tokenize = plainTokenizer(dialect, noQuote);
  return (text, last) => {
    const tokens = tokenize(text, last);
    for (const row of tokens.rows) unescapeCells(row);
    return tokens;
  };
}

function plainTokenizer({ delimiter, newline }: Dialect, quote = '"'): Tokenize {
  const parser = new Papa.Parser({ delimiter, newline, quoteChar: quote, escapeChar: quote });
  return (text, last) => {
    // A closing quote must be the last character, or come before a delimiter or line break.
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

/** An error after the last complete row may only mean that the rest has not arrived yet. */
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

type ScanOne = (place: RowText) => ScannedRow | undefined;

function scanRows(text: string, last: boolean, dialect: Dialect): Tokens {
  const { rows, length, faults } = scanAll(text, last, (place) => scanRow(place, dialect));
  const [fault] = faults;
  return fault === undefined ? { rows, length } : { rows, length, fault };
}

function scanAll(text: string, last: boolean, scan: ScanOne) {
  const rows: string[][] = [];
  const faults: QuoteFault[] = [];
  let from = 0;
  while (from < text.length) {
    const row = scan({ text, from, last });
    if (row === undefined) break;
    if (row.fault !== undefined) faults.push({ ...row.fault, index: rows.length });
    rows.push(row.cells);
    from = row.end;
  }
  return { rows, length: from, faults };
}

export interface Recovered extends Omit<Tokens, 'fault'> {
  readonly faults: readonly QuoteFault[];
}

/** Continues after a faulty quote: reads such a row in the likeliest way, and all others as before. */
export function recoveringTokenizer(dialect: Dialect, columns: number | undefined) {
  const tokenize = tokenizer(dialect);
  const scan: ScanOne = (place) => {
    const row = scanRow(place, dialect);
    // Without a closing quote, only the end of the text or the limit of a row shows the fault.
    if (row === undefined || row.fault === undefined) return row;
    const recovered = recoverRow(place, dialect, columns);
    return recovered === undefined ? undefined : { ...recovered, fault: row.fault };
  };
  return (text: string, last: boolean): Recovered => {
    const tokens = tokenize(text, last);
    return tokens.fault === undefined ? { ...tokens, faults: [] } : scanAll(text, last, scan);
  };
}
