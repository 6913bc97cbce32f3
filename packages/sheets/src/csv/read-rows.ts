import type { SheetLimits } from '../model/limits.ts';
import { SheetError } from '../model/sheet-error.ts';
import type { SheetRow } from '../model/sheet.ts';
import { faultError, type Piece } from '../text/decode-blocks.ts';
import { mayHaveDamage } from '../text/odd-text.ts';
import { isAsciiText, unpackCells } from '../text/packed.ts';
import type { TextStream } from '../text/text-stream.ts';
import { isBlankRow } from '../table/blank-row.ts';
import type { Dialect } from './dialect.ts';
import { loneReturnAt, withPlainEnds } from './line-ends.ts';
import { withoutQuotes, type TypographicQuotes } from './typographic-quotes.ts';
import { checkCells, checkUnfinished, tooManyRows } from '../model/row-limits.ts';
import { quoteError, type QuoteFault } from './quote-fault.ts';
import { longestRow, quoteReadings } from './quote-readings.ts';
import { hasStrayQuote } from './stray-quotes.ts';
import { plainSplitter } from './plain-rows.ts';
import { otherDelimiterError, withOtherDelimiter, recoverRow } from './recover.ts';
import { recoveringTokenizer, tokenizer, type Recovered } from './tokenize.ts';

export interface RowSource {
  readonly pieces: AsyncIterableIterator<Piece>;
  readonly dialect: Dialect;
  readonly limits: SheetLimits;
  readonly quotes?: TypographicQuotes | undefined;
  readonly seen: Pick<TextStream['seen'], 'mayBeDamaged'>;
}

/**
 * Rows in chunks of about one block. Blank rows are left out, but counted. Each piece is read only after the rows before it
 * are taken, so a slow consumer slows the source.
 */
export async function* readRows({
  pieces,
  dialect,
  limits,
  quotes,
  seen,
}: RowSource): AsyncGenerator<SheetRow[], void, void> {
  const tokenize = tokenizer(dialect);
  const split = quotes === undefined ? plainSplitter(dialect, limits.columns) : undefined;
  let unfinished = '';
  let read = 0;
  let above = 0;
  seen.mayBeDamaged = false;
  for await (const piece of pieces) {
    let { text: next } = piece;
    const { packed } = piece;
    if (split !== undefined && packed && unfinished.length + next.length <= limits.cellCharacters) {
      const plain = split(unfinished, { text: next, packed }, read);
      if (read + plain.count > limits.rows) throw tooManyRows(limits.rows);
      seen.mayBeDamaged ||= plain.mayBeDamaged;
      if (plain.rows.length > 0) yield plain.rows;
      read += plain.count;
      if (plain.count > 0) above = plain.width;
      next = next.slice(Math.max(0, plain.length - unfinished.length));
      unfinished = unfinished.slice(plain.length);
    }
    const text = withPlainEnds(unfinished + next, dialect);
    if (piece.encoding !== 'utf-8') seen.mayBeDamaged ||= mayHaveDamage(text);
    const { rows, length, fault } = tokenize(text, piece.last && piece.fault === undefined);
    seen.mayBeDamaged ||= hasStrayQuote(text, length, dialect);
    const broken = rowOfLoneReturn(text.slice(0, length), dialect) ?? Infinity;
    yield soundRows(rows.slice(0, Math.min(broken, fault?.index ?? rows.length)), {
      read,
      text,
      limits,
      packed: packed !== undefined && !isAsciiText(text),
      quotes,
      seen,
    });
    if (broken < (fault?.index ?? rows.length)) throw loneReturnError(read + broken + 1);
    if (fault !== undefined) {
      const place = { text: await withMore(text, pieces), read, above };
      throw quoteError(fault, read + fault.index + 1, quoteReadings(place, fault, dialect));
    }
    read += rows.length;
    above = rows.at(-1)?.length ?? above;
    if (piece.fault !== undefined) throw faultError(piece.fault, read + 1);
    unfinished = text.slice(length);
    checkUnfinished(unfinished, read + 1, limits);
  }
}

/** The text and what follows it: enough to read any row of it in two ways, wherever the pieces are cut. */
async function withMore(text: string, pieces: AsyncIterableIterator<Piece>): Promise<string> {
  const most = text.length + longestRow;
  let more = text;
  for await (const piece of pieces) {
    more += piece.text;
    if (more.length > most || piece.fault !== undefined) break;
  }
  return more;
}

/** The place among complete rows of the first one with a return within. */
function rowOfLoneReturn(text: string, dialect: Dialect): number | undefined {
  const at = loneReturnAt(text, dialect);
  return at < 0 ? undefined : tokenizer(dialect)(text.slice(0, at + 1), true).rows.length - 1;
}

const loneReturnError = (row: number) => new SheetError({ code: 'lone_carriage_return', row });

interface Chunk {
  /** The number of the last row before these. */
  readonly read: number;
  readonly text: string;
  readonly limits: SheetLimits;
  /** Whether cells may need unpacking. */
  readonly packed: boolean;
  readonly quotes: RowSource['quotes'];
  readonly seen: RowSource['seen'];
}

function soundRows(
  rows: readonly string[][],
  { read, text, limits, packed, quotes, seen }: Chunk,
): SheetRow[] {
  if (read + rows.length > limits.rows) throw tooManyRows(limits.rows);
  const chunk: SheetRow[] = [];
  let number = read;
  for (const written of rows) {
    number += 1;
    if (packed && unpackCells(written)) seen.mayBeDamaged = true;
    const cells = quotes === undefined ? written : withoutQuotes(written, quotes);
    if (isBlankRow(cells)) continue;
    // No cell can be longer than the whole text.
    if (cells.length > limits.columns || text.length > limits.cellCharacters)
      checkCells(cells, number, limits);
    chunk.push({ number, cells });
  }
  return chunk;
}

interface EveryRowSource extends RowSource {
  /** The number of cells of most rows. */
  readonly columns: number | undefined;
  readonly onProblem: (problem: SheetError) => void;
}

/** Every row, also blank ones. What is wrong is reported, and read as well as possible. */
export async function* readEveryRow(source: EveryRowSource): AsyncGenerator<SheetRow[], void, void> {
  const { pieces, dialect, limits, columns, onProblem } = source;
  const tokenize = recoveringTokenizer(dialect, columns);
  const fixDelimiter = createDelimiterFix(source);
  let text = '';
  let read = 0;
  for await (const piece of pieces) {
    for (const fault of piece.faults ?? []) onProblem(new SheetError(fault));
    text = withPlainEnds(text + piece.text, dialect);
    for (let given = false; ; given = !given) {
      // If a row has no end in sight, its first line is returned as a row, and the text after it is tried again.
      const { rows, length, faults } = given ? firstLine(text, source, read) : tokenize(text, piece.last);
      // After the last line break there is no row.
      if (piece.last && rows.at(-1)?.join() === '' && text.endsWith(dialect.newline)) rows.pop();
      if (read + rows.length > limits.rows) throw tooManyRows(limits.rows);
      const broken = rowOfLoneReturn(text.slice(0, length), dialect);
      if (broken !== undefined) onProblem(loneReturnError(read + broken + 1));
      yield checkedRows(rows, { read, faults, source, fixDelimiter });
      read += rows.length;
      text = text.slice(length);
      if (text.length <= limits.rowCharacters) break;
    }
    if (piece.fault !== undefined) onProblem(faultError(piece.fault, read));
  }
}

/** Ends a row without an end in sight at its first line break, if it has one. */
function firstLine(text: string, { dialect, limits, columns }: EveryRowSource, read: number): Recovered {
  const line = text.indexOf(dialect.newline);
  if (line < 0) checkUnfinished(text, read + 1, limits);
  const row = recoverRow({ text: text.slice(0, line + 1), from: 0, last: true }, dialect, columns);
  const cells = row?.cells ?? [];
  return {
    rows: [cells],
    length: line + 1,
    faults: [{ kind: 'unclosed_quote', index: 0, column: 1, ...row?.fault }],
  };
}

/** Reads a row with another delimiter if its width differs from all others and it is right below a row that fits. */
function createDelimiterFix({ dialect, columns = 0, onProblem }: EveryRowSource) {
  let isBelow = false;
  return (cells: readonly string[], number: number): readonly string[] => {
    const fits = cells.length === columns;
    const other = isBelow && !fits && columns > 2 ? withOtherDelimiter(cells, dialect, columns) : undefined;
    isBelow = fits || other !== undefined;
    if (other !== undefined) onProblem(otherDelimiterError(number, columns));
    return other ?? cells;
  };
}

interface CheckedChunk {
  readonly fixDelimiter: ReturnType<typeof createDelimiterFix>;
  readonly read: number;
  readonly faults: readonly QuoteFault[];
  readonly source: EveryRowSource;
}

function checkedRows(
  rows: readonly string[][],
  { read, faults, source, fixDelimiter }: CheckedChunk,
): SheetRow[] {
  const { limits, onProblem, quotes } = source;
  for (const fault of faults) onProblem(quoteError(fault, read + fault.index + 1));
  return rows.map((found, index) => {
    const number = read + index + 1;
    const cells = fixDelimiter(quotes === undefined ? found : withoutQuotes(found, quotes), number);
    report(() => checkCells(cells, number, limits), onProblem);
    return { number, cells };
  });
}

function report(check: () => void, onProblem: (problem: SheetError) => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    onProblem(error);
  }
}
