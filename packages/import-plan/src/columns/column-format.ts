import type { FieldSpec, Reason } from '@sluice/contract';
import { dayOf, isMidnight, readDate, parseDate, type DateOrder, type DateFormat } from '../formats/dates.ts';
import { readNumber, type DecimalSign } from '../formats/numbers.ts';

/** The format of the cells of a column, if a single cell does not show it. What is absent, only the whole column shows. */
export type ColumnFormat = (
  | ({ readonly kind: 'date' } & Partial<DateFormat>)
  | { readonly kind: 'number'; readonly decimals?: DecimalSign | undefined }
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
export function formatOf(
  { type }: FieldSpec,
  { order, decimals, timeZone }: StatedFormat,
): ColumnFormat | undefined {
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
export function plainText(format: ColumnFormat, cell: string): string {
  const text = cell.trim();
  if (format.kind === 'number') return readNumber(text, format.decimals ?? 'point') ?? text;
  if (plainDate.test(text)) return text;
  const { order = 'dmy', midnights = 'dates', timeZone } = format;
  return readDate(text, { order, midnights, timeZone }) ?? text;
}

/** Whether the cell can be read in two ways, or in one way that other cells may contradict. */
export function needsColumn(format: ColumnFormat, cell: string): boolean {
  const text = cell.trim();
  if (text === '') return false;
  if (format.kind === 'number') {
    return format.decimals === undefined && readNumber(text, 'point') !== readNumber(text, 'comma');
  }
  const isOpen = format.order === undefined || format.midnights === undefined;
  const written = isOpen && !plainDate.test(text) ? parseDate(text) : undefined;
  if (written === undefined) return false;
  if (format.midnights === undefined && isMidnight(written)) return true;
  return format.order === undefined && dayOf(written, 'dmy') !== dayOf(written, 'mdy');
}
