import type { FileBudget } from '../model/file-budget.ts';
import type { SheetLimits } from '../model/limits.ts';
import { SheetError } from '../model/sheet-error.ts';
import type { SheetOptions, SheetRow } from '../model/sheet.ts';
import { mayBeDamaged } from '../text/odd-text.ts';
import { cellTooLong, tooManyRows } from '../model/row-limits.ts';
import { countBlanks } from './widths.ts';

/** About how much text is collected before the rows are returned. */
const chunk = { cells: 32_768, characters: 512 * 1024 };

/** The most blank cells that are added before cells far from the others in their row. */
const gaps = { most: 20_000_000, far: 256 };

export interface PlacedCell {
  readonly row: number;
  /** From 1, and beyond that of the cell before it. */
  readonly column: number;
  readonly text: string;
  readonly isBold: boolean;
  /** Whether the workbook has a number there, and not a text. */
  readonly isNumber: boolean;
}

/** A number beyond has more digits than programs keep. */
const beyondKept = /^-?\d{16,}(?:\.0*)?$/u;

/** A repeated row counts as if it was written out, in bytes of a format that repeats. */
const written = { row: 40, cell: 80 };

/** Collects the rows of a workbook from their cells. Blank rows are left out, so a million of them take no memory. */
export class RowCollector {
  /** Final after the last row. */
  readonly seen = { hiddenRows: 0, damage: false, numbers: new Set<number>() };
  readonly #limits: SheetLimits;
  readonly #budget: FileBudget;
  readonly #addBlanks: ReturnType<typeof countBlanks>;
  readonly #hidden: 'read' | 'skip';
  #rows: SheetRow[] = [];
  /** The last row again, under the next numbers. */
  #repeated = 0;
  #made = { cells: 0, characters: 0 };
  #farGaps = 0;
  #cells: string[] = [];
  #length = 0;
  #texts = 0;
  #filled = false;
  #bold = true;
  #lostDigits: number[] = [];

  /** @param hidden what becomes of rows that a person does not see */
  constructor(limits: SheetLimits, budget: FileBudget, hidden: SheetOptions['hidden'] = 'read') {
    this.#limits = limits;
    this.#budget = budget;
    this.#hidden = hidden;
    this.#addBlanks = countBlanks(limits);
  }

  /** Whether rows must be taken before more are added. */
  get isFull(): boolean {
    const { cells, characters } = this.#made;
    return cells >= chunk.cells || characters >= chunk.characters || this.#repeated > 0;
  }

  /** The rows since the last call. */
  take(): SheetRow[] {
    const taken = this.#rows;
    this.#made = { cells: 0, characters: 0 };
    this.#rows = [];
    const last = taken.at(-1);
    if (last === undefined || this.#repeated === 0) return taken;
    const many = Math.min(this.#repeated, Math.ceil(chunk.cells / last.cells.length));
    for (let more = 1; more <= many; more += 1) taken.push({ ...last, number: last.number + more });
    this.#repeated -= many;
    // The rest goes on from the last row.
    if (this.#repeated > 0) this.#rows = [taken.pop() ?? last];
    return taken;
  }

  begin(): void {
    this.#length = 0;
    this.#texts = 0;
    this.#cells = [];
    this.#filled = false;
    this.#bold = true;
    this.#lostDigits = [];
  }

  /** @throws SheetError if the cell or its row is too long, or there is too much text */
  place({ row, column, text, isBold, isNumber }: PlacedCell): void {
    if (text === '') return;
    const { cellCharacters, rowCharacters } = this.#limits;
    if (text.length > cellCharacters) throw cellTooLong(cellCharacters, { row, column });
    this.#length += text.length;
    if (this.#length > rowCharacters)
      throw new SheetError({ code: 'row_too_long', most: rowCharacters, row });
    this.#budget.make(text.length, row);
    this.#fillUp(row, column);
    this.#cells.push(text);
    this.#texts += 1;
    this.#filled ||= text.trim() !== '';
    this.seen.damage ||= mayBeDamaged(text);
    this.#bold &&= isBold;
    if (!isNumber) return;
    this.seen.numbers.add(column);
    if (text.length > 15 && beyondKept.test(text)) this.#lostDigits.push(column - 1);
  }

  #fillUp(row: number, column: number): void {
    const gap = column - 1 - this.#cells.length;
    if (gap > gaps.far) this.#farGaps += gap;
    if (this.#farGaps > gaps.most) throw new SheetError({ code: 'far_cells', row });
    if (gap > 0) this.#addBlanks(gap, row);
    while (this.#cells.length < column - 1) this.#cells.push('');
  }

  #repeatRow(row: number, times: number): void {
    this.#budget.make((times - 1) * (written.row + written.cell * this.#texts + this.#length), row);
    this.#addBlanks((times - 1) * (this.#cells.length - this.#texts), row);
  }

  /** Ends the row, which is there so many times. @throws SheetError if there are too many rows, or the file grows too much */
  end(
    number: number,
    { isHidden, times = 1 }: { readonly isHidden: boolean; readonly times?: number },
  ): void {
    if (!this.#filled) return;
    const { rows } = this.#limits;
    if (number + times - 1 > rows) throw tooManyRows(rows);
    if (isHidden) this.seen.hiddenRows += times;
    if (isHidden && this.#hidden === 'skip') return;
    if (times > 1) this.#repeatRow(number, times);
    this.#rows.push({
      number,
      cells: this.#cells,
      ...(this.#bold && { bold: true as const }),
      ...(this.#lostDigits.length > 0 && { lostDigits: this.#lostDigits }),
    });
    this.#repeated = times - 1;
    this.#made.cells += this.#cells.length;
    this.#made.characters += this.#length;
  }
}
