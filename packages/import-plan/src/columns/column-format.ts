import { valueOfText, type FieldSpec, type Reason } from '@sluice/contract';
import { dayOf, isMidnight, readDate, parseDate, type DateOrder, type DateFormat } from '../formats/dates.ts';
import { readNumber, type DecimalSign } from '../formats/numbers.ts';

/** The format of the cells of a column, if a single cell does not show it. What is absent, only the whole column shows. */
export type ColumnFormat = (
  | ({ readonly kind: 'date' } & Partial<DateFormat>)
  | { readonly kind: 'number'; readonly decimals?: DecimalSign | undefined }
  /** Of a field whose type is not known: a text, unless it is a number or a date in the stated format. */
  | ({ readonly kind: 'any' } & StatedFormat)
) & {
  /** The whole column does not show the format: why each cell that needs it is refused. */
  readonly refused?: Reason | undefined;
  /** The row that shows the format of the whole column. */
  readonly evidenceRow?: number | undefined;
};

/** What the settings state about a column. */
export interface StatedFormat {
  readonly order?: DateOrder | undefined;
  readonly decimals?: DecimalSign | undefined;
  readonly timeZone?: string | undefined;
}

/** Undefined for a field whose cells are each clear alone. */
export function formatOf({ type, undeclared }: FieldSpec, stated: StatedFormat): ColumnFormat | undefined {
  const { order, decimals, timeZone } = stated;
  if (undeclared && (order ?? decimals) !== undefined) return { kind: 'any', ...stated };
  if (type === 'number' || type === 'integer') return { kind: 'number', decimals };
  // Without a zone, midnight is the only time that can be read.
  if (type === 'date') return { kind: 'date', order, timeZone, midnights: timeZone ? undefined : 'dates' };
  return undefined;
}

const plainDate = /^\d{4}-\d\d-\d\d$/u;

/**
 * The text in the form that the field accepts. What cannot be read stays as it is, and its row is refused. Until the whole column
 * is read, only for cells that do not need it.
 */
function plainText(format: ColumnFormat, cell: string): string {
  const text = cell.trim();
  if (format.kind === 'any') return anyText(format, cell);
  if (format.kind === 'number') return readNumber(text, format.decimals ?? 'point') ?? text;
  if (plainDate.test(text)) return text;
  const { order = 'dmy', midnights = 'dates', timeZone } = format;
  return readDate(text, { order, midnights, timeZone }) ?? text;
}

function anyText({ order, timeZone }: StatedFormat, cell: string): string {
  const written = order === undefined ? undefined : parseDate(cell.trim());
  if (order === undefined || written === undefined || written.yearFirst) return cell;
  return readDate(cell.trim(), { order, timeZone, midnights: 'dates' }) ?? cell;
}

/** The value of a cell, as far as it can be read. */
export function formattedValue(spec: FieldSpec, format: ColumnFormat | undefined, cell: string): unknown {
  if (format === undefined) return valueOfText(spec, cell);
  const isFigure = format.kind === 'any' && format.decimals !== undefined && /\D/u.test(cell.trim());
  const number = isFigure ? readNumber(cell.trim(), format.decimals) : undefined;
  // As a number of JSON it cannot be mistaken, and a field of texts refuses it.
  return number === undefined
    ? valueOfText(spec, plainText(format, cell))
    : valueOfText({ type: 'number' }, number);
}

/** Whether the cell can be read in two ways, or in one way that other cells may contradict. */
export function needsColumn(format: ColumnFormat, cell: string): boolean {
  const text = cell.trim();
  if (text === '' || format.kind === 'any') return false;
  if (format.kind === 'number') {
    return format.decimals === undefined && readNumber(text, 'point') !== readNumber(text, 'comma');
  }
  const isOpen = format.order === undefined || format.midnights === undefined;
  const written = isOpen && !plainDate.test(text) ? parseDate(text) : undefined;
  if (written === undefined) return false;
  if (format.midnights === undefined && isMidnight(written)) return true;
  return format.order === undefined && dayOf(written, 'dmy') !== dayOf(written, 'mdy');
}
