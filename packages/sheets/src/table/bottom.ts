import type { Knows, SheetRow, SkippedRow } from '../model/sheet.ts';
import { areEqual, filledPlaces, isTyped, kindOf, type ColumnKinds } from './cell-kind.ts';
import { isNames } from './find-header.ts';
import { areKnown } from './reading.ts';
import { secondTable, tooManyHeaders, totalBetween, unclearEnd } from './refusals.ts';
import { firstBytesOf, isSurelyData } from './surely-data.ts';
import { isTotal, mayBeTotal, totalWithSums } from './totals.ts';
import { countIn, isNoteText } from './words.ts';

/** How the settings state where the data ends. */
export interface StatedEnd {
  readonly lastRow?: number | undefined;
  readonly totals?: 'skip' | 'keep' | undefined;
}

export interface Table extends StatedEnd {
  /** The rows of the header, as written. */
  readonly header: readonly SheetRow[];
  readonly columns: number;
  readonly kinds: ColumnKinds;
  readonly knows?: Knows | undefined;
  /** Whether blank cells at the ends of rows are not stored. */
  readonly short: boolean;
  /** Whether rows of data are bold. */
  readonly isBold: boolean;
  /** Whether every row of data, as far as is known, has at least two cells with values. */
  readonly isFull: boolean;
  /** All rows of a small sheet, by which a total can be checked. */
  readonly all?: readonly SheetRow[] | undefined;
  /** The row of totals that the workbook itself declares. */
  readonly totalsRow?: number | undefined;
  readonly skipped: SkippedRow[];
}

/** How many rows there may be below the data, and how often a header may come again. */
const most = { below: 20, headers: 10_000 };

/** Passes the rows of data on. Totals, notes and repeated headers are left out where that is certain, and refused where it is not. */
export async function* onlyData(
  chunks: AsyncIterable<SheetRow[]>,
  table: Table,
): AsyncGenerator<SheetRow[], void, void> {
  const bottom = new Bottom(table);
  for await (const chunk of chunks) {
    if (bottom.isUsual(chunk)) yield chunk;
    else yield* untilFault(chunk, (row) => bottom.take(row));
    if (bottom.isOver) break;
  }
  const rest = bottom.end();
  if (rest.length > 0) yield rest;
}

/** Returns the rows before a fault, and then throws it. */
function* untilFault(
  chunk: readonly SheetRow[],
  take: (row: SheetRow) => SheetRow[],
): Generator<SheetRow[], void, void> {
  const rows: SheetRow[] = [];
  try {
    for (const row of chunk) rows.push(...take(row));
  } catch (error) {
    if (rows.length > 0) yield rows;
    throw error;
  }
  if (rows.length > 0) yield rows;
}

/** `word`: one cell that is neither a note by its words nor a record like the others. */
type Odd = 'total' | 'note' | 'word';

interface Waiting {
  readonly row: SheetRow;
  readonly what: Odd;
  /** Whether there is a blank row between it and the data. */
  readonly apart: boolean;
}

interface Suspect {
  readonly row: SheetRow;
  /** Where its table begins, with its title. */
  readonly start: number;
  /** The columns in which it has texts, and the rows above it have other kinds of values. */
  readonly typed: readonly number[];
}

/** A note in the first cell, and nothing beside it. In a text file a line of one cell is named by its width anyway. */
function isLoneNote(cells: readonly string[], short: boolean): boolean {
  const [first = ''] = cells;
  if (first === '' || filledPlaces(cells).length !== 1) return false;
  return countIn(first) !== undefined || ((short || cells.length > 1) && isNoteText(first));
}

class Bottom {
  isOver = false;
  readonly #table: Table;
  readonly #firstCells: readonly string[];
  readonly #firstBytes: ReadonlySet<number>;
  /** Rows at the end that are perhaps no data. */
  #waiting: Waiting[] = [];
  /** A row below a blank one that may begin another table, until the row below it is known. */
  #suspect: Suspect | undefined;
  /** The row of one cell below a blank one, if nothing else is below it so far. */
  #title: number | undefined;
  #before: number;
  #lastData = 0;
  /** How many rows of data there were. */
  #count = 0;
  #headers = 0;
  #seen = false;

  constructor(table: Table) {
    this.#table = table;
    this.#firstCells = table.header.map(({ cells }) => cells[0] ?? '');
    this.#firstBytes = firstBytesOf(this.#firstCells);
    this.#before = table.header.at(-1)?.number ?? 0;
  }

  /** Whether all these rows are certainly data: most chunks are. */
  isUsual(chunk: readonly SheetRow[]): boolean {
    const { columns, totalsRow = 0, lastRow, short } = this.#table;
    if (lastRow !== undefined || this.#waiting.length > 0) return false;
    if (this.#suspect !== undefined || this.#title !== undefined) return false;
    let before = this.#seen ? this.#before : (chunk[0]?.number ?? 1) - 1;
    for (const row of chunk) {
      before += 1;
      if (row.number !== before || row.bold === true || row.number === totalsRow) return false;
      if (row.raw !== undefined && isSurelyData(row.raw, this.#firstBytes)) continue;
      const { cells } = row;
      const [first = ''] = cells;
      if (cells.length === 1 && columns > 2) return false;
      if (cells[1] === '' && isLoneNote(cells, short)) return false;
      if (this.#firstCells.includes(first) || mayBeTotal(cells, first)) return false;
    }
    this.#seen ||= chunk.length > 0;
    this.#before = this.#lastData = before;
    this.#count += chunk.length;
    return true;
  }

  /** @returns the rows that are now known to be data */
  take(row: SheetRow): SheetRow[] {
    const given = this.#take(row);
    this.#count += given.length;
    return given;
  }

  #take(row: SheetRow): SheetRow[] {
    const { lastRow, skipped, totals } = this.#table;
    if (this.isOver) return [];
    if (lastRow !== undefined && row.number > lastRow) {
      this.isOver = true;
      skipped.push({ row: row.number, why: 'below the last row, like all rows after it' });
      return [];
    }
    const isApart = this.#seen && row.number > this.#before + 1;
    this.#seen = true;
    this.#before = row.number;
    if (this.#isHeader(row)) {
      this.#headers += 1;
      if (this.#headers > most.headers) throw tooManyHeaders(row.number, most.headers);
      const given = [...this.#leaveSuspect(row), ...this.#release()];
      skipped.push({ row: row.number, why: 'the header again' });
      return given;
    }
    const apart = isApart || this.#waiting.some((each) => each.apart);
    const what = this.#whatIs(row, isApart || this.#waiting.length > 0);
    if (what === 'total' && totals === 'skip') {
      skipped.push({ row: row.number, why: 'a total' });
      return [];
    }
    if (what !== undefined && this.#waiting.length < most.below) {
      const given = this.#leaveSuspect(row);
      this.#waiting.push({ row, what, apart });
      return given;
    }
    return this.#data(row, isApart);
  }

  #data(row: SheetRow, isApart: boolean): SheetRow[] {
    const given = this.#leaveSuspect(row);
    if (isApart) this.#title = undefined;
    const isBelow = isApart || this.#waiting.length > 0 || this.#title !== undefined;
    if (isBelow && this.#table.lastRow === undefined) this.#checkSecond(row);
    // A row of one cell below a blank one may be the title of another table.
    const isTitle = isBelow && filledPlaces(row.cells).length === 1;
    this.#title = isTitle ? (this.#title ?? row.number) : undefined;
    if (this.#suspect !== undefined) return given;
    given.push(...this.#release());
    if (!isTitle) this.#lastData = row.number;
    return [...given, row];
  }

  #isHeader({ cells }: SheetRow): boolean {
    if (this.#table.columns < 2 || !this.#firstCells.includes(cells[0] ?? '')) return false;
    return this.#table.header.some(
      (header) => filledPlaces(header.cells).length > 1 && areEqual(header.cells, cells),
    );
  }

  /** `isBelow`: whether something else than data is above it. */
  #whatIs({ cells, number }: SheetRow, isBelow: boolean): Odd | undefined {
    const { columns, totals, totalsRow, short, lastRow } = this.#table;
    if (columns < 2) return undefined;
    if (totals !== 'keep' && (number === totalsRow || (mayBeTotal(cells, cells[0] ?? '') && isTotal(cells))))
      return number === lastRow ? undefined : 'total';
    if (columns < 3 || lastRow !== undefined) return undefined;
    if (isBelow) return this.#noteIn(cells);
    return isLoneNote(cells, short) ? 'note' : undefined;
  }

  #noteIn(cells: readonly string[]): Odd | undefined {
    const { short, isFull, kinds, columns } = this.#table;
    const filled = filledPlaces(cells);
    const [first = 0] = filled;
    // A sentence with commas in a text file.
    const [start = ''] = cells;
    if (!short && cells.length !== columns && / \S/u.test(start) && isNoteText(start)) return 'note';
    if (filled.length > 2) return undefined;
    if (filled.every((place) => isNoteText(cells[place] ?? ''))) return 'note';
    // One cell is a note in a text file, where a record has all its cells.
    if (cells.length === 1 && !short) return 'note';
    const isLikeOthers = isTyped(kinds[first]) && kindOf(cells[first] ?? '') === kinds[first];
    const isWord = /\p{L}{3}/u.test(cells[first] ?? '');
    return first === 0 && filled.length === 1 && isFull && isWord && !isLikeOthers ? 'word' : undefined;
  }

  /** A row below a blank one that has the names of other columns begins another table. */
  #checkSecond(row: SheetRow): void {
    const { kinds, knows, columns, short } = this.#table;
    const { cells, number, bold } = row;
    const filled = filledPlaces(cells);
    const texts = filled.map((place) => cells[place] ?? '');
    if (texts.some((text) => isTyped(kindOf(text))) || filled.length < 2 || !isNames(texts, texts.length))
      return;
    const typed = filled.filter((place) => isTyped(kinds[place]));
    const isUnlike = typed.length > 0 && typed.every((place) => kindOf(cells[place] ?? '') === 'text');
    const start = this.#waiting.find(({ what }) => what === 'note')?.row.number ?? this.#title ?? number;
    if (areKnown(cells, knows) || (bold === true && !this.#table.isBold))
      throw secondTable(start, this.#lastData);
    if (isUnlike || (!short && cells.length !== columns)) this.#suspect = { row, start, typed };
  }

  /** The row below the suspect shows whether that is a header: it has the same width, or values where the suspect has names. */
  #leaveSuspect({ number, cells }: SheetRow): SheetRow[] {
    const suspect = this.#suspect;
    if (suspect === undefined) return [];
    this.#suspect = undefined;
    const { columns, short } = this.#table;
    const { row, start, typed } = suspect;
    const isBelow = number === row.number + 1;
    const isOtherWidth = !short && row.cells.length !== columns && cells.length === row.cells.length;
    const isUnlike = typed.some((place) => (cells[place] ?? '').trim() !== '');
    if (isBelow && (isOtherWidth || isUnlike)) throw secondTable(start, this.#lastData);
    const given = this.#release();
    this.#lastData = row.number;
    return [...given, row];
  }

  /** More data follows: notes are rows after all, and a total between rows is refused. */
  #release(): SheetRow[] {
    const total = this.#waiting.find(({ what }) => what === 'total');
    if (total !== undefined) throw totalBetween(total.row.number);
    return this.#waiting.splice(0).map(({ row }) => row);
  }

  /** @returns the last rows that are data */
  end(): SheetRow[] {
    const { skipped } = this.#table;
    const rows = this.#suspect === undefined ? [] : [...this.#release(), this.#suspect.row];
    let isBelow = false;
    for (const { row, what, apart } of this.#waiting) {
      isBelow ||= apart || this.#isSureTotal(row, what) || countIn(row.cells[0] ?? '') === this.#count;
      if (what === 'word' || !isBelow)
        throw unclearEnd(row.number, what === 'total' ? 'a total' : 'a note', this.#lastData);
      skipped.push({
        row: row.number,
        why: what === 'total' ? 'totals below the data' : 'a note below the data',
      });
    }
    skipped.sort((one, other) => one.row - other.row);
    return rows;
  }

  #isSureTotal(row: SheetRow, what: Odd): boolean {
    const { all, totalsRow, header } = this.#table;
    if (what !== 'total') return false;
    if (row.number === totalsRow || (row.bold === true && !this.#table.isBold)) return true;
    const from = header.at(-1)?.number ?? 0;
    return (
      all !== undefined &&
      totalWithSums(
        row,
        all.filter(({ number }) => number > from && number < row.number),
      )
    );
  }
}
