import { signs, type RawCells, type RawRow } from '../model/raw-cells.ts';
import type { SheetRow } from '../model/sheet.ts';
import { isBlankRow } from '../table/blank-row.ts';
import { mayBeDamaged } from '../text/odd-text.ts';
import { unpackCells, unpacked } from '../text/packed.ts';
import { CellCutter, strayQuote } from './cell-cutter.ts';
import { isPlain, type Dialect } from './dialect.ts';
import { trimReturn } from './scan-row.ts';
import { tokenizer } from './tokenize.ts';

export interface PackedText {
  readonly text: string;
  /** Its bytes: each is one character of the text. */
  readonly packed: Uint8Array;
}

export interface PlainRows {
  /** Without blank rows. */
  readonly rows: SheetRow[];
  /** With blank rows. */
  readonly count: number;
  /** The length of their text. What comes after it has no end, or needs a closer look. */
  readonly length: number;
  /** How many cells the last row has. */
  readonly width: number;
  /** Whether a cell of them may be damaged, or a quote may have lost its partner, as in `Ann",Lee`. */
  readonly mayBeDamaged: boolean;
}

/**
 * Cuts packed text into rows at its bytes, up to a row that has no end or a quote that RFC 4180 does not allow. Papaparse reads on
 * from there, and the cells of a row with quotes when somebody needs them all. Undefined for a dialect that papaparse does not read.
 */
export function plainSplitter(dialect: Dialect, mostColumns: number) {
  if (!isPlain(dialect) || dialect.newline !== '\n') return undefined;
  const cutter = new CellCutter(dialect);
  const tokenize = tokenizer(dialect);
  const cellsOf = (line: string): string[] => {
    if (line.includes('"')) return tokenize(line, false).rows[0] ?? [];
    const cells = line.slice(0, -1).split(dialect.delimiter);
    trimReturn(cells);
    return cells;
  };
  let block: Block | undefined;

  /** `read`: the number of the last row before both texts. Earlier rows have no raw cells from now on. */
  return (before: string, { text, packed }: PackedText, read: number): PlainRows => {
    if (block !== undefined) block.isCurrent = false;
    block = { before, text, cutter, cellsOf, isCurrent: true };
    cutter.load(before, packed);
    const rows: SheetRow[] = [];
    let count = 0;
    let length = 0;
    let width = 0;
    let isOdd = false;
    for (;;) {
      const first = cutter.cells;
      const next = cutter.cutRow(length);
      if (next < 0 || cutter.cells - first > mostColumns) break;
      count += 1;
      width = cutter.cells - first;
      const row = new PlainRow(block, {
        number: read + count,
        first,
        width,
        from: length,
        end: next,
      });
      length = next;
      isOdd ||= (cutter.rowSigns & strayQuote) !== 0;
      if (row.isBlank()) continue;
      isOdd ||= mayBeOdd(cutter.rowSigns) && row.cells.some(mayBeDamaged);
      rows.push(row);
    }
    return { rows, count, length, width, mayBeDamaged: isOdd };
  };
}

function mayBeOdd(has: number): boolean {
  return (has & signs.rare) !== 0 || ((has & signs.firstOfTwice) !== 0 && (has & signs.restOfTwice) !== 0);
}

/** Some hundred rows of text, in two parts, since joining them would copy both. */
interface Block {
  readonly before: string;
  readonly text: string;
  readonly cutter: CellCutter;
  readonly cellsOf: (line: string) => string[];
  /** Whether the cutter still has the bytes of this text. */
  isCurrent: boolean;
}

function textIn({ before, text }: Block, from: number, to: number): string {
  const { length } = before;
  if (from >= length) return text.slice(from - length, to - length);
  return before.slice(from, to) + text.slice(0, Math.max(0, to - length));
}

interface Place {
  readonly number: number;
  /** The number of its first cell in the block. */
  readonly first: number;
  readonly width: number;
  /** Its line in the text, with the line break. */
  readonly from: number;
  readonly end: number;
}

/** A row whose cells become texts when they are needed. */
class PlainRow implements SheetRow, RawRow {
  readonly number: number;
  readonly first: number;
  readonly width: number;
  readonly #block: Block;
  readonly #from: number;
  readonly #end: number;
  #cells: string[] | undefined;

  constructor(block: Block, { number, first, width, from, end }: Place) {
    this.number = number;
    this.first = first;
    this.width = width;
    this.#block = block;
    this.#from = from;
    this.#end = end;
  }

  get cells(): readonly string[] {
    if (this.#cells === undefined) {
      this.#cells = this.#block.cellsOf(textIn(this.#block, this.#from, this.#end));
      unpackCells(this.#cells);
    }
    return this.#cells;
  }

  get raw(): RawRow | undefined {
    return this.#block.isCurrent ? this : undefined;
  }

  get chunk(): RawCells {
    return this.#block.cutter;
  }

  textOf(cell: number): string {
    if (this.#cells !== undefined) return this.#cells[cell] ?? '';
    const { starts, ends, signs: all } = this.chunk;
    const at = this.first + cell;
    const has = all[at] ?? 0;
    const written = textIn(this.#block, starts[at] ?? 0, ends[at] ?? 0);
    const text = (has & signs.inQuotes) === 0 ? written : written.replaceAll('""', '"');
    return (has & signs.beyondAscii) === 0 ? text : unpacked(text);
  }

  isBlank(): boolean {
    const { bytes, starts, ends, signs: all } = this.chunk;
    const start = starts[this.first] ?? 0;
    const isSeen = (bytes[start] ?? 0) > 0x20 && (ends[this.first] ?? 0) > start;
    return (!isSeen || ((all[this.first] ?? 0) & signs.rare) !== 0) && isBlankRow(this.cells);
  }
}
