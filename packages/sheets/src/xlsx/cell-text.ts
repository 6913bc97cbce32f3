import { SheetError } from '../model/sheet-error.ts';
import { damaged } from '../model/damaged.ts';
import { numberText } from './format/number-format.ts';
import { unescaped } from './rich-text.ts';
import type { SharedTexts } from './shared-texts.ts';
import { strictDate } from './strict-date.ts';
import { formatOf, type Styles } from './styles.ts';

/** What all cells of a workbook share. */
export interface CellContext {
  readonly texts: SharedTexts;
  readonly styles: Styles;
  readonly from1904: boolean;
}

/** A cell as the sheet stores it. */
export interface RawCell {
  readonly row: number;
  readonly column: number;
  readonly style: number;
  readonly type: string;
  readonly value: string;
  readonly inline: string;
  readonly formula: boolean;
}

/**
 * The text of a cell as a person sees it. A formula gives its saved result.
 * @throws SheetError with the place if the cell has no readable value
 */
export function cellText(cell: RawCell, context: CellContext): string {
  const { type, value } = cell;
  if (type === 'inlineStr') return cell.inline;
  if (type === 'str') return unescaped(value);
  if (value === '') return blank(cell);
  switch (type) {
    case 's':
      return (
        (/^\s*\d{1,9}\s*$/u.test(value) ? context.texts.at(Number(value)) : undefined) ??
        unreadable(cell, 'names a text that is not there')
      );
    case 'n':
      return number(cell, context);
    case 'b':
      if (value === '1' || value === 'true') return 'TRUE';
      return value === '0' || value === 'false' ? 'FALSE' : unreadable(cell, 'is neither true nor false');
    case 'e':
      return value;
    case 'd':
      return date(cell, context);
    default:
      return unreadable(cell, 'is of a kind that no workbook has');
  }
}

function number(cell: RawCell, { styles, from1904 }: CellContext): string {
  return (
    numberText(cell.value.trim(), formatOf(styles, cell.style), from1904) ??
    unreadable(cell, 'should hold a number and does not')
  );
}

function date(cell: RawCell, { styles, from1904 }: CellContext): string {
  return (
    strictDate(cell.value, formatOf(styles, cell.style), from1904) ??
    unreadable(cell, 'should hold a date and does not')
  );
}

function blank(cell: RawCell): string {
  if (!cell.formula) return '';
  throw new SheetError({ code: 'unsaved_result', row: cell.row, column: cell.column });
}

function unreadable({ row, column }: RawCell, how: string): never {
  throw damaged(`this cell ${how}`, { row, column });
}
