import type { FileBudget } from '../model/file-budget.ts';
import type { SheetLimits } from '../model/limits.ts';
import { SheetError } from '../model/sheet-error.ts';
import type { SheetOptions, SheetRow } from '../model/sheet.ts';
import { CellReader } from './cell-reader.ts';
import type { SheetSights } from '../workbook/notes.ts';
import { mostRows } from '../workbook/size.ts';
import { cellText, type CellContext, type RawCell } from './cell-text.ts';
import { damaged } from '../model/damaged.ts';
import { RowCollector } from '../table/collect-rows.ts';
import { cellTooLong, tooManyColumns } from '../model/row-limits.ts';
import { noCell, readUsualCell } from './usual-cell.ts';
import type { XmlHandler } from '../xml/scan.ts';
import { attributesOf, isTrue } from '../xml/tag.ts';

interface RowsOptions {
  readonly limits: SheetLimits;
  readonly budget: FileBudget;
  /** Gets the problem of a cell that cannot be read and becomes blank. Without it, reading ends at the cell. */
  readonly onProblem?: ((problem: SheetError) => void) | undefined;
  readonly hidden?: SheetOptions['hidden'];
}

/** Makes rows from the tags of a sheet. Blank rows are left out, so a million of them take no memory. */
export class SheetRows implements XmlHandler {
  readonly #sights = { hiddenColumns: 0, mergedAreas: 0 };
  readonly #rows: RowCollector;
  readonly #context: CellContext;
  readonly #limits: SheetLimits;
  readonly #onProblem: RowsOptions['onProblem'];
  readonly #cell = new CellReader();
  readonly #usual = noCell();
  #inData = false;
  #row = 0;
  #column = 0;
  #hidden = false;

  constructor(context: CellContext, { limits, budget, onProblem, hidden }: RowsOptions) {
    this.#context = context;
    this.#limits = limits;
    this.#onProblem = onProblem;
    this.#rows = new RowCollector(limits, budget, hidden);
  }

  get seen(): SheetSights {
    return { ...this.#sights, ...this.#rows.seen };
  }

  get wantsText(): boolean {
    return this.#cell.inside && this.#cell.wantsText;
  }

  get paused(): boolean {
    return this.#rows.isFull;
  }

  /** The rows since the last call. */
  take(): SheetRow[] {
    return this.#rows.take();
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
    } else if (name === 'row' && this.#inData) this.#rows.end(this.#row, { isHidden: this.#hidden });
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
    else if (name === 'mergeCell') this.#sights.mergedAreas += 1;
    else if (name === 'col') {
      const attributes = attributesOf(raw);
      const span = Number(attributes.get('max')) - Number(attributes.get('min')) + 1;
      if (isHidden(attributes, 'width') && span > 0) this.#sights.hiddenColumns += span;
    }
  }

  #openRow(raw: string): void {
    const attributes = attributesOf(raw);
    const stated = attributes.get('r');
    const number = stated === undefined ? this.#row + 1 : Number(stated);
    if (!Number.isInteger(number) || number <= this.#row || number > mostRows)
      throw damaged('its rows are not in order', { row: this.#row + 1 });
    this.#row = number;
    this.#column = 0;
    this.#hidden = isHidden(attributes, 'ht');
    this.#rows.begin();
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
    const isBold = this.#context.styles.bold[cell.style] === true;
    const isNumber = cell.type === 'n';
    this.#rows.place({ row: this.#row, column: this.#column, text: this.#text(cell), isBold, isNumber });
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
}

/** Also a row without height, or a column without width. */
function isHidden(attributes: ReadonlyMap<string, string>, size: string): boolean {
  return isTrue(attributes.get('hidden')) || Number(attributes.get(size) ?? NaN) === 0;
}
