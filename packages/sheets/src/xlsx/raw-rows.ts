import { damaged } from '../model/damaged.ts';
import type { SheetLimits } from '../model/limits.ts';
import { mostRows } from '../workbook/size.ts';
import type { XmlHandler } from '../xml/scan.ts';
import { attributesOf, isTrue } from '../xml/tag.ts';
import { CellReader } from './cell-reader.ts';
import { noCell, readUsualCell } from './usual-cell.ts';

/** A cell as the sheet stores it, without its formula. */
export interface StoredCell {
  readonly column: number;
  readonly style: number;
  readonly type: string;
  readonly value: string;
  readonly inline: string;
}

export interface StoredRow {
  readonly number: number;
  /** Height, style and whether it is hidden, as attributes. */
  readonly look: ReadonlyMap<string, string>;
  readonly cells: StoredCell[];
}

/** How a sheet looks. */
export interface SheetLook {
  readonly columns: ReadonlyMap<string, string>[];
  /** References such as `A1:B1`. */
  readonly merges: string[];
  isRightToLeft: boolean;
}

const most = { rows: 1000, cells: 20_000, columns: 20_000, merges: 200_000 };

/** Receives a sheet as it is stored: its rows in pieces, and how it looks. Formulas, links, pictures and rules are passed over. */
export class RawRows implements XmlHandler {
  readonly look: SheetLook = { columns: [], merges: [], isRightToLeft: false };
  readonly #limits: SheetLimits;
  readonly #cell = new CellReader();
  readonly #usual = noCell();
  #rows: StoredRow[] = [];
  #cells = 0;
  #row: StoredRow | undefined;
  #number = 0;
  #column = 0;
  #inData = false;

  constructor(limits: SheetLimits) {
    this.#limits = limits;
  }

  get wantsText(): boolean {
    return this.#cell.inside && this.#cell.wantsText;
  }

  get paused(): boolean {
    return this.#rows.length >= most.rows || (this.#rows.length > 0 && this.#cells >= most.cells);
  }

  /** The whole rows since the last call. */
  take(): StoredRow[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#cells = 0;
    return rows;
  }

  open(name: string, raw: string): void {
    if (this.#cell.inside) this.#cell.open(name);
    else if (this.#inData && name === 'c') this.#cell.begin(raw);
    else if (this.#inData && name === 'row') this.#openRow(raw);
    else if (name === 'sheetData') this.#inData = true;
    else if (!this.#inData) this.#openBeside(name, raw);
  }

  close(name: string): void {
    if (this.#cell.inside) {
      this.#cell.close(name);
      if (!this.#cell.inside) this.#closeCell();
    } else if (name === 'row' && this.#row !== undefined) {
      this.#rows.push(this.#row);
      this.#row = undefined;
    } else if (name === 'sheetData') this.#inData = false;
  }

  usual(text: string, at: number): number {
    if (this.#row === undefined || this.#cell.inside) return -1;
    const end = readUsualCell(text, at, this.#usual);
    const { row, column, value, inline } = this.#usual;
    if (end < 0 || row !== this.#number || column <= this.#column) return -1;
    if (Math.max(value.length, inline.length) > this.#limits.cellCharacters) return -1;
    this.#place({ ...this.#usual });
    return end;
  }

  text(piece: string): void {
    if (this.#cell.text(piece) > this.#limits.cellCharacters) throw damaged('one of its cells is too long');
  }

  #openRow(raw: string): void {
    const look = attributesOf(raw);
    const stated = look.get('r');
    const number = stated === undefined ? this.#number + 1 : Number(stated);
    if (!Number.isInteger(number) || number <= this.#number || number > mostRows)
      throw damaged('its rows are not in order');
    this.#number = number;
    this.#column = 0;
    this.#row = { number, look, cells: [] };
  }

  #closeCell(): void {
    const { tag, value } = this.#cell;
    const column = tag.column === 0 ? this.#column + 1 : tag.column;
    const { style, type } = tag;
    this.#place({ column, style, type, value, inline: this.#cell.takeInline() });
  }

  #place(cell: StoredCell): void {
    if (cell.column <= this.#column || cell.column > this.#limits.columns)
      throw damaged('its cells are not in order', { row: this.#number });
    this.#column = cell.column;
    this.#cells += 1;
    this.#row?.cells.push(cell);
  }

  #openBeside(name: string, raw: string): void {
    const { columns, merges } = this.look;
    if (name === 'col' && columns.length < most.columns) columns.push(attributesOf(raw));
    else if (name === 'mergeCell' && merges.length < most.merges)
      merges.push(attributesOf(raw).get('ref') ?? '');
    else if (name === 'sheetView') this.look.isRightToLeft ||= isTrue(attributesOf(raw).get('rightToLeft'));
  }
}
