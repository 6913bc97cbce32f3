import { damaged } from '../model/damaged.ts';
import type { FileBudget } from '../model/file-budget.ts';
import type { SheetLimits } from '../model/limits.ts';
import { SheetError } from '../model/sheet-error.ts';
import type { SheetOptions, SheetRow } from '../model/sheet.ts';
import { RowCollector } from '../table/collect-rows.ts';
import { cellTooLong, tooManyColumns } from '../model/row-limits.ts';
import { checkMerges } from '../table/fill-merged.ts';
import type { CellRange } from '../table/preview.ts';
import type { SheetSights } from '../workbook/notes.ts';
import type { XmlHandler } from '../xml/scan.ts';
import { prefixedAttributesOf } from '../xml/tag.ts';
import { cellValue } from './cell-value.ts';
import { families, sheetDepth } from './content.ts';
import { Paragraphs } from './paragraphs.ts';

interface OdsOptions {
  readonly limits: SheetLimits;
  readonly budget: FileBudget;
  /** The place of the sheet among the others. */
  readonly sheet: number;
  readonly bold: ReadonlySet<string>;
  readonly onProblem?: ((problem: SheetError) => void) | undefined;
  readonly hidden?: SheetOptions['hidden'];
  /** Whether all merged cells are kept. */
  readonly keepsMerges?: boolean;
}

/** Only merged cells at the top show how many rows the header has. */
const mergesKept = { rows: 40, most: 1000 };
/** The last row that any program has. */
const mostRows = 16_777_216;

type Attributes = ReadonlyMap<string, string>;

/** Makes rows from the tags of a sheet. Repeated blank cells and rows take no memory. */
export class OdsRows implements XmlHandler {
  readonly families = families;
  readonly merges: CellRange[] = [];
  readonly #options: OdsOptions;
  readonly #rows: RowCollector;
  readonly #paragraphs = new Paragraphs();
  #sights = { hiddenColumns: 0, mergedAreas: 0 };
  #depth = 0;
  #sheet = -1;
  #inSheet = false;
  #row = 0;
  #rowTimes = 1;
  #isHidden = false;
  #column = 0;
  /** The attributes of the open cell. */
  #cell: Attributes | undefined;
  #cellDepth = 0;
  #isCovered = false;

  constructor(options: OdsOptions) {
    this.#options = options;
    this.#rows = new RowCollector(options.limits, options.budget, options.hidden);
  }

  get seen(): SheetSights {
    return { ...this.#sights, ...this.#rows.seen };
  }

  get wantsText(): boolean {
    return this.#cell !== undefined && this.#paragraphs.wantsText;
  }

  get paused(): boolean {
    return this.#rows.isFull;
  }

  take(): SheetRow[] {
    return this.#rows.take();
  }

  open(name: string, raw: string): void {
    this.#depth += 1;
    if (this.#cell !== undefined)
      this.#checkText(this.#paragraphs.open(name, () => prefixedAttributesOf(raw)));
    else if (this.#inSheet) this.#openInSheet(name, raw);
    else if (name === 'table:table' && this.#depth === sheetDepth + 1) {
      this.#sheet += 1;
      this.#inSheet = this.#sheet === this.#options.sheet;
    }
  }

  #openInSheet(name: string, raw: string): void {
    const attributes = prefixedAttributesOf(raw);
    if (name === 'table:table-row') this.#openRow(attributes);
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      this.#cell = attributes;
      this.#cellDepth = this.#depth;
      this.#isCovered = name === 'table:covered-table-cell';
    } else if (name === 'table:table-column' && attributes.get('table:visibility') === 'collapse')
      this.#sights.hiddenColumns += Math.min(timesOf(attributes, 'columns'), this.#options.limits.columns);
  }

  close(name: string): void {
    this.#depth -= 1;
    if (this.#cell !== undefined) {
      if (this.#depth < this.#cellDepth) this.#closeCell(this.#cell);
      else this.#paragraphs.close(name);
    } else if (this.#inSheet && name === 'table:table-row') this.#closeRow();
    else if (this.#depth === sheetDepth) this.#inSheet = false;
  }

  text(piece: string): void {
    this.#checkText(this.#paragraphs.piece(piece));
  }

  #checkText(length: number): void {
    const { cellCharacters } = this.#options.limits;
    if (length > cellCharacters)
      throw cellTooLong(cellCharacters, { row: this.#row + 1, column: this.#column + 1 });
  }

  #openRow(attributes: Attributes): void {
    this.#column = 0;
    this.#rowTimes = timesOf(attributes, 'rows');
    this.#isHidden = (attributes.get('table:visibility') ?? 'visible') !== 'visible';
    this.#rows.begin();
  }

  #closeRow(): void {
    this.#rows.end(this.#row + 1, { isHidden: this.#isHidden, times: this.#rowTimes });
    this.#row += this.#rowTimes;
    if (this.#row > mostRows) throw damaged('it has more rows than any program reads');
  }

  #closeCell(attributes: Attributes): void {
    const saved = this.#paragraphs.take();
    const times = timesOf(attributes, 'columns');
    const [row, column] = [this.#row + 1, this.#column + 1];
    this.#cell = undefined;
    this.#column += times;
    this.#noteMerge(attributes, row, column);
    const text = this.#isCovered ? '' : this.#valueOf({ row, column, attributes, saved });
    if (text === '') return;
    const { columns } = this.#options.limits;
    if (this.#column > columns) throw tooManyColumns(columns, row);
    const isBold = this.#options.bold.has(attributes.get('table:style-name') ?? '');
    const isNumber = attributes.get('office:value-type') === 'float';
    for (let more = 0; more < times; more += 1)
      this.#rows.place({ row, column: column + more, text, isBold, isNumber });
  }

  #valueOf(cell: Parameters<typeof cellValue>[0]): string {
    try {
      return cellValue(cell);
    } catch (error) {
      const { onProblem } = this.#options;
      if (!(error instanceof SheetError) || onProblem === undefined) throw error;
      onProblem(error);
      return '';
    }
  }

  #noteMerge(attributes: Attributes, row: number, column: number): void {
    const right = column + spanOf(attributes, 'columns') - 1;
    const bottom = row + spanOf(attributes, 'rows') - 1;
    if (right === column && bottom === row) return;
    this.#sights.mergedAreas += 1;
    const isKept = row <= mergesKept.rows && this.merges.length < mergesKept.most;
    if (this.#options.keepsMerges) checkMerges(this.merges.length);
    if (isKept || this.#options.keepsMerges) this.merges.push({ top: row, left: column, bottom, right });
  }
}

function timesOf(attributes: Attributes, of: 'rows' | 'columns'): number {
  return countOf(attributes.get(`table:number-${of}-repeated`));
}

function spanOf(attributes: Attributes, of: 'rows' | 'columns'): number {
  return countOf(attributes.get(`table:number-${of}-spanned`));
}

/** Blank rows and cells are only counted, so a large number takes no time. */
function countOf(stated: string | undefined): number {
  if (stated === undefined) return 1;
  if (!/^[1-9]\d{0,8}$/u.test(stated)) throw damaged('a number of repeated or merged cells cannot be read');
  return Number(stated);
}
