import type { Dialect } from './dialect.ts';
import type { QuoteFault } from './quote-fault.ts';
import { scanRow } from './scan-row.ts';

const signs: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** So that the places tried in one line stay few. */
const longestLine = 5000;
/** How much is read of a row that may go on for many lines. */
export const longestRow = 2 * longestLine;

interface Place {
  /** Of the file, from a row on, with the row of the fault and `longestRow` behind its start, or to the end. */
  readonly text: string;
  /** The number of the last row before the text, and of its cells. */
  readonly read: number;
  readonly above: number;
}

/**
 * The two ways to read a row whose closing quote is lost: by its line, with as many cells as the row above, or on to the next
 * quote. In sentences; undefined where no place for a quote makes the line fit. Without a cell value.
 */
export function quoteReadings(
  { text, read, above: before }: Place,
  fault: QuoteFault,
  dialect: Dialect,
): string | undefined {
  let from = 0;
  let width = before;
  for (let index = 0; index < fault.index; index += 1) {
    const above = scanRow({ text, from, last: true }, dialect);
    from = above?.end ?? text.length;
    width = above?.cells.length ?? 0;
  }
  const end = from + longestRow;
  const across = scanRow({ text: text.slice(0, end), from, last: true }, dialect);
  const [line = ''] = text.slice(from, from + longestLine).split(dialect.newline, 1);
  const closed = line.length === longestLine ? undefined : closedInLine(line.trimEnd(), width, dialect);
  const isCut = text.length > end && across?.end === end;
  if (across === undefined || isCut || closed === undefined) return undefined;
  const lines = text.slice(from, across.end).trimEnd().split(dialect.newline).length;
  const row = read + fault.index + 1;
  const inLine = across.unclosed
    ? 'to the end of the file'
    : `to a later quote, which makes ${across.cells.length} cells`;
  const below = across.unclosed ? 'into the rows below' : `to the quote in row ${row + lines - 1}`;
  return `The cell may end ${closed}. That makes ${width} cells, as in the row above. Or it may go on ${lines > 1 ? below : inLine}.`;
}

/** Where a closing quote makes the line a row of this width. */
function closedInLine(line: string, width: number, dialect: Dialect): string | undefined {
  const { delimiter, quote } = dialect;
  const ends: number[] = [];
  for (let at = line.indexOf(delimiter); at >= 0; at = line.indexOf(delimiter, at + 1)) ends.push(at);
  const place = [...ends, line.length].findIndex((end) => {
    const text = line.slice(0, end) + quote + line.slice(end);
    const row = scanRow({ text, from: 0, last: true }, dialect);
    return row?.fault === undefined && row?.cells.length === width;
  });
  if (place < 0) return undefined;
  return place === ends.length
    ? 'with the line'
    : `before ${signs[delimiter] ?? 'delimiter'} ${place + 1} of the line`;
}
