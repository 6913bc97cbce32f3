import type { Dialect } from './dialect.ts';
import type { QuoteFault } from './quote-fault.ts';

export interface ScannedRow {
  readonly cells: string[];
  /** The place after its line break. */
  readonly end: number;
  /** Whether a quoted cell contains a line break. */
  readonly crosses: boolean;
  /** Whether a quote is opened and never closed. */
  readonly unclosed: boolean;
  /** The first quote that cannot be read. */
  readonly fault?: Omit<QuoteFault, 'index'>;
}

export interface RowText {
  readonly text: string;
  readonly from: number;
  /** Whether nothing follows the text. */
  readonly last: boolean;
}

/** How to read the first quoted cell that does not end correctly. */
type QuoteHabit =
  /** The cell continues to the next quote before a delimiter or line break. */
  | 'run-on'
  /** Like Excel: text after the closing quote belongs to the cell. A quote that is never closed is a character. */
  | 'take-rest'
  /** Two quotes before a delimiter or line break are a character and the closing quote: the writer forgot to double it. */
  | 'close-late';

interface Cell {
  readonly value: string;
  /** The place of its delimiter or line break, or the end of the text. */
  readonly end: number;
  readonly unclosed?: boolean;
  readonly fault?: QuoteFault['kind'];
}

/**
 * Scans one row in a dialect that papaparse does not read, or with a faulty quote. On correct text it reads what papaparse reads.
 * Undefined if the end of the row is not in the text.
 */
export function scanRow(
  { text, from, last }: RowText,
  dialect: Dialect,
  habit: QuoteHabit = 'run-on',
): ScannedRow | undefined {
  const cells: string[] = [];
  let fault: ScannedRow['fault'];
  let unclosed = false;
  for (let at = from; ; at += dialect.delimiter.length) {
    const cell = scanCell({ text, from: at, last }, dialect, habit);
    if (cell === undefined) return undefined;
    cells.push(cell.value);
    unclosed ||= cell.unclosed === true;
    if (cell.fault !== undefined) fault ??= { kind: cell.fault, column: cells.length };
    at = cell.end;
    if (text.startsWith(dialect.delimiter, at)) continue;
    const ended = text.startsWith(dialect.newline, at);
    if (!ended && !last) return undefined;
    if (dialect.newline === '\n') trimReturn(cells);
    const crosses = text.slice(from, at).includes(dialect.newline);
    const row = { cells, end: ended ? at + 1 : text.length, crosses, unclosed };
    return fault === undefined ? row : { ...row, fault };
  }
}

export function trimReturn(row: string[]): void {
  const end = row.length - 1;
  const cell = row[end];
  if (cell?.endsWith('\r')) row[end] = cell.slice(0, -1);
}

function scanCell(place: RowText, dialect: Dialect, habit: QuoteHabit): Cell | undefined {
  const { text, from } = place;
  const open = dialect.spaced ? behindSpaces(text, from) : from;
  if (text[open] !== dialect.quote) return bareCell(text, from, dialect);
  return quotedCell({ ...place, from: open }, dialect, habit);
}

function behindSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at += 1;
  return at;
}

function bareCell(text: string, from: number, dialect: Dialect): Cell {
  const end = endOfBare(text, from, dialect);
  return { value: text.slice(from, end), end };
}

/** Sign by sign: a search for the line break from each cell of a wide row would be quadratic. */
function endOfBare(text: string, from: number, { delimiter, newline }: Dialect): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== newline) at += 1;
  return at;
}

function quotedCell({ text, from, last }: RowText, dialect: Dialect, habit: QuoteHabit): Cell | undefined {
  const { quote } = dialect;
  let fault: Cell['fault'];
  for (let search = from + 1; ;) {
    const close = text.indexOf(quote, search);
    if (close < 0) {
      if (!last) return undefined;
      const cell = unclosedCell(text, from, { dialect, habit });
      return fault === undefined ? cell : { ...cell, fault };
    }
    if (isEscaped(text, { from: from + 1, at: close }, dialect)) search = close + 1;
    else if (text[close + 1] === quote && (habit !== 'close-late' || !isEnd(text, close + 2, dialect)))
      search = close + 2;
    else if (text[close + 1] === quote) {
      const value = unescaped(text.slice(from + 1, close + 1), dialect);
      return { value, end: close + 2, fault: 'malformed_quote' };
    } else {
      const end = endBehind(text, close + 1, dialect);
      if (end === text.length && !last) return undefined;
      if (end !== undefined) {
        const value = unescaped(text.slice(from + 1, close), dialect);
        return fault === undefined ? { value, end } : { value, end, fault };
      }
      fault = 'malformed_quote';
      if (habit === 'take-rest') return withRest({ text, from, close }, dialect);
      search = close + 1;
    }
  }
}

function isEscaped(text: string, { from, at }: { from: number; at: number }, { escape }: Dialect): boolean {
  if (escape !== 'backslash') return false;
  let first = at;
  while (first > from && text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

function isEnd(text: string, at: number, { delimiter, newline }: Dialect): boolean {
  return at === text.length || text.startsWith(delimiter, at) || text.startsWith(newline, at);
}

/** Where the cell ends if only white space follows its quote. */
function endBehind(text: string, from: number, { delimiter, newline }: Dialect): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith(delimiter, at) || text[at] === newline) return at;
    if (text[at]?.trim() !== '') return undefined;
  }
  return text.length;
}

function unescaped(text: string, { quote, escape }: Dialect): string {
  const doubled = quote + quote;
  if (escape === 'doubled') return text.includes(quote) ? text.replaceAll(doubled, quote) : text;
  if (!text.includes('\\') && !text.includes(quote)) return text;
  return text.replaceAll(/\\(["'\\])|""|''/g, (pair, escaped: string | undefined) =>
    pair === doubled ? quote : (escaped ?? pair),
  );
}

function withRest(
  { text, from, close }: { text: string; from: number; close: number },
  dialect: Dialect,
): Cell {
  const end = endOfBare(text, close + 1, dialect);
  const value = unescaped(text.slice(from + 1, close), dialect) + text.slice(close + 1, end);
  return { value, end, fault: 'malformed_quote' };
}

/** The text ends inside quotes: the whole rest is the cell, or the quote is a character like any other. */
function unclosedCell(
  text: string,
  from: number,
  { dialect, habit }: { dialect: Dialect; habit: QuoteHabit },
): Cell {
  const state = { unclosed: true, fault: 'unclosed_quote' as const };
  if (habit === 'run-on') return { value: text.slice(from + 1), end: text.length, ...state };
  const cell = bareCell(text, from, dialect);
  const inner = /^"(.+)"\s*$/s.exec(cell.value)?.[1];
  return { value: inner ?? cell.value, end: cell.end, ...state };
}
