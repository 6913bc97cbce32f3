import type { Position, Scan, SortOrder } from '../store/store.ts';

export function precedes(order: SortOrder, a: Position, b: Position): boolean {
  if (order === 'oldest') return a.id < b.id;
  if (order === 'newest' || a.updatedDate === b.updatedDate) return a.id > b.id;
  return a.updatedDate > b.updatedDate;
}

const dateLength = '2026-01-01T00:00:00.000Z'.length;

/** Sorts what is listed by time of update: a date, and what tells apart what has the same one. */
export const updatedKey = (updatedDate: string, name: string): string => `${updatedDate}#${name}`;

export const dateOfKey = (key: string): string => key.slice(0, dateLength);

const belowAnyDate = '0';
export const aboveAnyDate = ':';
/** Sorts after every id and every name of a leaf. */
export const aboveAnyName = '~';

/** The lowest and the highest key that a scan by time of update reads. Both are inclusive. */
export function updatedBetween(
  { after, updatedAfter, updatedBefore }: Scan,
  nameOf: (after: Position) => string,
): readonly [low: string, high: string] {
  const low = updatedAfter === undefined ? belowAnyDate : updatedKey(updatedAfter, aboveAnyName);
  const ends = [
    ...(updatedBefore === undefined ? [] : [updatedKey(updatedBefore, '')]),
    ...(after ? [updatedKey(after.updatedDate, nameOf(after))] : []),
  ];
  const high = ends.length === 0 ? aboveAnyDate : ends.reduce((a, b) => (a < b ? a : b));
  return [low, high < low ? low : high];
}
