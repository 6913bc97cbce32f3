import { limits, reasonOf, type FieldSpec, type Reason, type ReasonCode } from '@sluice/contract';
import { dayOf, parseDate } from '../formats/dates.ts';

type InCell = (cell: string, spec: FieldSpec) => Reason;

/** What is wrong with a cell, where a sheet shows more of it than a record does. */
const inCells: Partial<Record<ReasonCode, InCell>> = {
  not_boolean: () => reasonOf('not_yes_or_no'),
  not_date: (cell) => dateReason(cell),
  not_list: (_, spec) => listReason(spec),
  wrong_entry: (_, spec) => listReason(spec),
};

/** The reason for which a record is refused, in words for a person who types cells. */
export function reasonInCell(spec: FieldSpec, reason: Reason, cell: string): Reason {
  return inCells[reason.code]?.(cell.trim(), spec) ?? reason;
}

const listReason = ({ type, maxLength = limits.textLength }: FieldSpec): Reason =>
  reasonOf('not_separated', { most: type === 'idList' ? limits.idLength : maxLength });

/** A day from 1950 to 2118, as a spreadsheet program counts it. */
const serialDay = /^[2-7]\d{4}(?:[.,]\d+)?$/u;
const shortYear = /^\d{1,2}([-./])\d{1,2}\1\d{2}(?:\s|$)/u;

function dateReason(cell: string): Reason {
  if (serialDay.test(cell)) return reasonOf('excel_serial');
  if (shortYear.test(cell)) return reasonOf('short_year');
  const written = parseDate(cell);
  if (written === undefined) return reasonOf('not_date');
  // No order of its numbers makes a day, such as 30 February.
  if (!dayOf(written, 'dmy') && !dayOf(written, 'mdy')) return reasonOf('no_such_day');
  return written.time !== undefined && written.zone === undefined
    ? reasonOf('no_time_zone')
    : reasonOf('not_date');
}
