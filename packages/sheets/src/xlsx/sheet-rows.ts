import type { SheetLimits } from '../limits.ts';
import { SheetError } from '../sheet-error.ts';
import type { SheetRow } from '../sheet.ts';
import { CellReader } from './cell-reader.ts';
import { mostRows } from './cell-tag.ts';
import { cellText, type CellContext, type RawCell } from './cell-text.ts';
import { damaged } from '../damaged.ts';
import { cellTooLong } from './rich-text.ts';
import { noCell, readUsualCell } from './usual-cell.ts';
import { mayBeDamaged } from '../text/odd-text.ts';
import type { XmlHandler } from '../xml/scan.ts';
import { attributesOf, isTrue } from '../xml/tag.ts';

/** What was found besides the rows. Final after the last row. */
export interface SheetSights {
  hiddenRows: number;
  hiddenColumns: number;
  mergedAreas: number;
  /** Whether a cell may have damaged text. */
  damage: boolean;
}

interface RowsOptions {
  readonly limits: SheetLimits;
  /** Gets the problem of a cell that cannot be read and becomes blank. Without it, reading ends at the cell. */
  readonly onProblem?: ((problem: SheetError) => void) | undefined;
}

/** About how much text is collected before the rows are returned. */
const chunk = { cells: 32_768, characters: 512 * 1024 };

/** The most blank cells that are added before cells far from the others in their row. */
const gaps = { most: 20_000_000, far: 256 };

/** Makes rows from the tags of a sheet. Blank rows are left out, so a million of them take no memory. */
export class SheetRows implements XmlHandler {
  readonly seen: SheetSights = { hiddenRows: 0, hiddenColumns: 0, mergedAreas: 0, damage: false };
  readonly #context: CellContext;
  readonly #limits: SheetLimits;
  readonly #onProblem: RowsOptions['onProblem'];
  readonly #cell = new CellReader();
  readonly #usual = noCell();
  #rows: SheetRow[] = [];
  #made = { cells: 0, characters: 0 };
  #totals = { gaps: 0, characters: 0 };
  #inData = false;
  #row = 0;
  #column = 0;
  #hidden = false;
  #cells: string[] = [];
  #length = 0;
  #filled = false;
  #bold = true;

  constructor(context: CellContext, { limits, onProblem }: RowsOptions) {
    this.#context = context;
    this.#limits = limits;
    this.#onProblem = onProblem;
  }

  get wantsText(): boolean {
    return this.#cell.inside && this.#cell.wantsText;
  }

  get paused(): boolean {
    return this.#made.cells >= chunk.cells || this.#made.characters >= chunk.characters;
  }

  /** The rows since the last call. */
  take(): SheetRow[] {
    const taken = this.#rows;
    this.#rows = [];
    this.#made = { cells: 0, characters: 0 };
    return taken;
  }

  open(name: string, raw: string): void {
    if (this.#cell.inside) this.#cell.open(name);
    else if (this.#inData) {
      if (name === 'c') this.#openCell(raw);
      else if (name === 'row') this.#openRow(raw);
    } else this.#openBeside(name, raw);
  }

  /** A spreadsheet program may show it, or something else instead. */
  foreign(): void {
    if (this.#inData)
      throw damaged('between its cells is something of another program', { row: this.#row + 1 });
  }

  close(name: string): void {
    if (this.#cell.inside) {
      this.#cell.close(name);
      if (!this.#cell.inside) this.#closeCell();
    } else if (name === 'row' && this.#inData) this.#closeRow();
    else if (name === 'sheetData') this.#inData = false;
  }

  /** The tag reader reads and reports a cell that is out of order. */
  usual(text: string, at: number): number {
    if (!this.#inData || this.#cell.inside) return -1;
    const end = readUsualCell(text, at, this.#usual);
    const { row, column, value, inline } = this.#usual;
    const { columns, cellCharacters } = this.#limits;
    if (end < 0 || row === 0 || row !== this.#row || column <= this.#column || column > columns) return -1;
    if (value.length > cellCharacters || inline.length > cellCharacters) return -1;
    this.#column = column;
    this.#place(this.#usual);
    return end;
  }

  text(piece: string): void {
    const { cellCharacters } = this.#limits;
    if (this.#cell.text(piece) > cellCharacters)
      throw cellTooLong(cellCharacters, { row: this.#row, column: this.#column });
  }

  #openBeside(name: string, raw: string): void {
    if (name === 'sheetData') this.#inData = true;
    else if (name === 'mergeCell') this.seen.mergedAreas += 1;
    else if (name === 'col') {
      const attributes = attributesOf(raw);
      const span = Number(attributes.get('max')) - Number(attributes.get('min')) + 1;
      if (isHidden(attributes, 'width') && span > 0) this.seen.hiddenColumns += span;
    }
  }

  #openRow(raw: string): void {
    const attributes = attributesOf(raw);
    const stated = attributes.get('r');
    const number = stated === undefined ? this.#row + 1 : Number(stated);
    if (!Number.isInteger(number) || number <= this.#row || number > mostRows)
      throw damaged('its rows are not in order', { row: this.#row + 1 });
    this.#row = number;
    this.#column = this.#length = 0;
    this.#hidden = isHidden(attributes, 'ht');
    this.#cells = [];
    this.#filled = false;
    this.#bold = true;
  }

  #openCell(raw: string): void {
    this.#cell.begin(raw);
    const { column, row } = this.#cell.tag;
    const next = column === 0 ? this.#column + 1 : column;
    if (this.#row === 0 || next <= this.#column || (row !== 0 && row !== this.#row))
      throw damaged('its cells are not in order', { row: this.#row });
    this.#column = next;
    if (next > this.#limits.columns) throw tooManyColumns(this.#limits.columns, this.#row);
  }

  #closeCell(): void {
    const { tag, value, formula } = this.#cell;
    const { style, type } = tag;
    const inline = this.#cell.takeInline();
    this.#place({ row: this.#row, column: this.#column, style, type, value, inline, formula });
  }

  #place(cell: RawCell): void {
    const text = this.#text(cell);
    if (text === '') return;
    const place = { row: this.#row, column: this.#column };
    if (text.length > this.#limits.cellCharacters) throw cellTooLong(this.#limits.cellCharacters, place);
    this.#length += text.length;
    if (this.#length > this.#limits.rowCharacters) throw rowTooLong(this.#limits.rowCharacters, this.#row);
    this.#fillUp();
    this.#cells.push(text);
    this.#filled ||= text.trim() !== '';
    this.seen.damage ||= mayBeDamaged(text);
    this.#bold &&= this.#context.styles.bold[cell.style] === true;
  }

  #text(cell: RawCell): string {
    try {
      return cellText(cell, this.#context);
    } catch (error) {
      if (!(error instanceof SheetError) || this.#onProblem === undefined) throw error;
      this.#onProblem(error);
      return '';
    }
  }

  #fillUp(): void {
    const gap = this.#column - 1 - this.#cells.length;
    if (gap > gaps.far) this.#totals.gaps += gap;
    if (this.#totals.gaps > gaps.most) throw tooFar(this.#row);
    while (this.#cells.length < this.#column - 1) this.#cells.push('');
  }

  #closeRow(): void {
    if (!this.#filled) return;
    if (this.#row > this.#limits.rows) throw tooManyRows(this.#limits.rows);
    this.#totals.characters += this.#length;
    if (this.#totals.characters > this.#limits.unpackedBytes)
      throw tooMuchText(this.#limits.unpackedBytes, this.#row);
    if (this.#hidden) this.seen.hiddenRows += 1;
    const row = { number: this.#row, cells: this.#cells };
    this.#rows.push(this.#bold ? { ...row, bold: true } : row);
    this.#made.cells += this.#cells.length;
    this.#made.characters += this.#length;
  }
}

/** Also a row without height, or a column without width. */
function isHidden(attributes: ReadonlyMap<string, string>, size: string): boolean {
  return isTrue(attributes.get('hidden')) || Number(attributes.get(size) ?? NaN) === 0;
}

function tooManyColumns(limit: number, row: number): SheetError {
  const expected = `at most ${limit}`;
  return new SheetError({ code: 'too_many_columns', what: 'the row has too many cells', expected, row });
}

function rowTooLong(limit: number, row: number): SheetError {
  const expected = `at most ${limit} characters`;
  return new SheetError({ code: 'row_too_long', what: 'the row is too long', expected, row });
}

function tooManyRows(limit: number): SheetError {
  const expected = `at most ${limit}; split it into several workbooks`;
  return new SheetError({
    code: 'too_many_rows',
    what: 'the sheet has too many rows',
    expected,
    row: limit + 1,
  });
}

function tooFar(row: number): SheetError {
  const what = 'too many cells are far to the right of the others';
  const expected = 'cells side by side: delete everything to the right of the last column';
  return new SheetError({ code: 'too_many_columns', what, expected, row });
}

function tooMuchText(limit: number, row: number): SheetError {
  const expected = `at most ${limit} characters; split it into several workbooks`;
  return new SheetError({ code: 'too_many_bytes', what: 'the sheet has too much text', expected, row });
}
