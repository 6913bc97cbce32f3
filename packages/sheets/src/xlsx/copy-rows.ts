import type { OutputRow, SheetEdit } from '../model/sheet.ts';
import { guardedText } from '../table/formula-guard.ts';
import { mostColumns } from '../workbook/size.ts';
import { unescaped } from './rich-text.ts';
import type { CellContext } from './cell-text.ts';
import { placeOf, textCell } from './write/cell.ts';
import { escaped } from './write/escape.ts';
import type { StoredCell, StoredRow } from './raw-rows.ts';
import type { CopiedStyles } from './copied-styles.ts';

export interface CopyContext {
  readonly styles: CopiedStyles;
  readonly texts: CellContext['texts'];
  /** Whether a text that would lose its `'` when the copy is read gets one more. */
  readonly guards: boolean;
}

/** The new cells of a row, and where they go. */
export interface RowEdit
  extends Pick<SheetEdit, 'width' | 'replaced'>, Pick<OutputRow, 'cells' | 'isFailed'> {
  /** New names look like the last of the others. */
  readonly isHeader?: true;
}

/** The XML of one row, with the new cells. */
export function copiedRow(row: StoredRow, context: CopyContext, edit?: RowEdit): string {
  const isFailed = edit?.isFailed === true;
  const { styles } = context;
  let newStyle = styles.text(isFailed);
  const cells: string[] = [];
  const behind: string[] = [];
  for (const cell of row.cells) {
    const column = columnAfter(cell.column, edit);
    if (column === undefined || column > mostColumns) continue;
    const xml = cellXml(cell, { place: placeOf(column, row.number), isFailed, context });
    if (edit !== undefined && column > edit.width) {
      behind.push(xml);
      continue;
    }
    cells.push(xml);
    if (edit?.isHeader) newStyle = styles.of(cell.style, false);
  }
  const added = (edit?.cells ?? []).map((text, at) =>
    textCell(placeOf((edit?.width ?? 0) + at + 1, row.number), guardedText(text), newStyle),
  );
  return `<row r="${row.number}"${lookOf(row, context, isFailed)}>${[...cells, ...added, ...behind].join('')}</row>`;
}

function columnAfter(column: number, edit: RowEdit | undefined): number | undefined {
  if (edit === undefined || column <= edit.width) return column;
  if (column <= edit.width + edit.replaced) return undefined;
  return column - edit.replaced + edit.cells.length;
}

interface Place {
  readonly place: string;
  readonly isFailed: boolean;
  readonly context: CopyContext;
}

function cellXml(cell: StoredCell, { place, isFailed, context }: Place): string {
  const { styles, texts } = context;
  const { type, value } = cell;
  const style = styles.of(cell.style, isFailed);
  if (type === 'inlineStr' || type === 'str')
    return textCell(place, safe(type === 'str' ? unescaped(value) : cell.inline, context), style);
  if (value === '') return textCell(place, '', style);
  if (type === 's') {
    const text = /^\d{1,9}$/u.test(value) ? texts.at(Number(value)) : undefined;
    if (text === undefined) return textCell(place, '', style);
    if (safe(text, context) !== text) return textCell(place, safe(text, context), style);
  }
  const isPlain = type === 'n';
  if (!isPlain && !['s', 'b', 'e', 'd'].includes(type)) return textCell(place, '', style);
  return `<c r="${place}" s="${style}"${isPlain ? '' : ` t="${type}"`}><v>${escaped(value)}</v></c>`;
}

const safe = (text: string, { guards }: CopyContext): string => (guards ? guardedText(text) : text);

/** A row that failed is never hidden. */
function lookOf({ look }: StoredRow, { styles }: CopyContext, isFailed: boolean): string {
  const height = Number(look.get('ht') ?? NaN);
  const style = look.get('s');
  return [
    height > 0 ? ` ht="${height}" customHeight="1"` : '',
    !isFailed && (look.get('hidden') === '1' || look.get('hidden') === 'true') ? ' hidden="1"' : '',
    style === undefined ? '' : ` s="${styles.of(Number(style), isFailed)}" customFormat="1"`,
  ].join('');
}
