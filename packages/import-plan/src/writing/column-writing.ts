import type { FieldSpec } from '@sluice/contract';
import { dayOf, isMidnight, readDate, takeApart, type DateOrder, type DateWriting } from './dates.ts';
import { readNumber, type DecimalSign } from './numbers.ts';

/** How the cells of a column are written, where one alone does not tell. What is absent, only the whole column can say. */
export type ColumnWriting = (
  | ({ readonly kind: 'date' } & Partial<DateWriting>)
  | { readonly kind: 'number'; readonly decimals?: DecimalSign | undefined }
) & {
  /** Of a column that was looked at and does not say: what is expected of each cell that needs it. */
  readonly refused?: string | undefined;
  /** The row that told it, of a column that was looked at and says. */
  readonly told?: number | undefined;
};

/** What settings say of a column. */
export interface StatedWriting {
  readonly order?: DateOrder | undefined;
  readonly decimals?: DecimalSign | undefined;
  readonly timeZone?: string | undefined;
}

/** Undefined for a field each of whose cells tells what it is. */
export function writingOf(
  { type }: FieldSpec,
  { order, decimals, timeZone }: StatedWriting,
): ColumnWriting | undefined {
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
export function plainText(writing: ColumnWriting, cell: string): string {
  const text = cell.trim();
  if (writing.kind === 'number') return readNumber(text, writing.decimals ?? 'point') ?? text;
  if (plainDate.test(text)) return text;
  const { order = 'dmy', midnights = 'dates', timeZone } = writing;
  return readDate(text, { order, midnights, timeZone }) ?? text;
}

/** Whether the cell can be read in two ways, or in one that the others must not contradict. */
export function needsColumn(writing: ColumnWriting, cell: string): boolean {
  const text = cell.trim();
  if (text === '') return false;
  if (writing.kind === 'number') {
    return writing.decimals === undefined && readNumber(text, 'point') !== readNumber(text, 'comma');
  }
  const isOpen = writing.order === undefined || writing.midnights === undefined;
  const written = isOpen && !plainDate.test(text) ? takeApart(text) : undefined;
  if (written === undefined) return false;
  if (writing.midnights === undefined && isMidnight(written)) return true;
  return writing.order === undefined && dayOf(written, 'dmy') !== dayOf(written, 'mdy');
}
