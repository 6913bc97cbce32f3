import { expectationOf, type FieldSpec, type FieldType } from '@sluice/contract';
import { dayOf, parseDate } from '../formats/dates.ts';

const inSheets: Partial<Record<FieldType, (spec: FieldSpec) => string>> = {
  boolean: () => 'yes or no (or true or false, 1 or 0)',
  date: () =>
    'a date with a year of four digits, such as 2026-01-31, or with a time and its zone, such as 2026-01-31T09:30:00Z (a profile can name the zone)',
  textList: (spec) => `${expectationOf(spec)}, separated by ";"`,
  idList: (spec) => `${expectationOf(spec)}, separated by ";"`,
};

/** What was expected, in words for a person who types cells. */
export function expectedInCell(spec: FieldSpec, expected: string, cell: string): string {
  const own = expectationOf(spec);
  if (spec.type === 'date' && expected.startsWith(own) && hasNoDay(cell))
    return 'a day that the calendar has';
  return expected.startsWith(own)
    ? (inSheets[spec.type]?.(spec) ?? own) + expected.slice(own.length)
    : expected;
}

/** A complete date that no order of its numbers makes a day, such as 30 February. */
function hasNoDay(cell: string): boolean {
  const written = parseDate(cell.trim());
  return written !== undefined && !dayOf(written, 'dmy') && !dayOf(written, 'mdy');
}
