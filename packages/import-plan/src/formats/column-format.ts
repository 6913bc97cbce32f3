import type { FieldSpec } from '@sluice/contract';
import { dayOf, isMidnight, readDate, parseDate, type DateOrder, type DateFormat } from './dates.ts';
import { readNumber, type DecimalSign } from './numbers.ts';

/** How the cells of a column are written, where one alone does not tell. What is absent, only the whole column can say. */
export type ColumnFormat = (
  | ({ readonly kind: 'date' } & Partial<DateFormat>)
  | { readonly kind: 'number'; readonly decimals?: DecimalSign | undefined }
) & {
  /** Of a column that was looked at and does not say: what is expected of each cell that needs it. */
  readonly refused?: string | undefined;
  /** The row that told it, of a column that was looked at and says. */
  readonly evidenceRow?: number | undefined;
};

/** What settings say of a column. */
export interface StatedFormat {
  readonly order?: DateOrder | undefined;
  readonly decimals?: DecimalSign | undefined;
  readonly timeZone?: string | undefined;
}

/** Undefined for a field each of whose cells tells what it is. */
export function formatOf(
  { type }: FieldSpec,
  { order, decimals, timeZone }: StatedFormat,
): ColumnFormat | undefined {
  if (type === 'number' || type === 'integer') return { kind: 'number', decimals };
  // Without a zone no time but a midnight can be read.
  if (type === 'date') return { kind: 'date', order, timeZone, midnights: timeZone ? undefined : 'dates' };
  return undefined;
}

const plainDate = /^\d{4}-\d\d-\d\d$/u;

/**
 * The text in the one way in which a field takes it; what cannot be read stays as it is, and is refused with its row. Where
 * the column is still to be looked at this is only for cells that do not need it.
 */
export function plainText(format: ColumnFormat, cell: string): string {
  const text = cell.trim();
  if (format.kind === 'number') return readNumber(text, format.decimals ?? 'point') ?? text;
  if (plainDate.test(text)) return text;
  const { order = 'dmy', midnights = 'dates', timeZone } = format;
  return readDate(text, { order, midnights, timeZone }) ?? text;
}

/** Whether the cell can be read in two ways, or in one that the others must not contradict. */
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
