import { SheetError } from '../sheet-error.ts';
import { saysFor } from './evidence.ts';
import type { TopReading } from './reading.ts';

/** Of a table without a header at most so many names are proposed. */
const mostColumns = 12;

/** The two nearest readings of the top of a sheet, with the settings for each. */
export function unclearTop(best: TopReading, other: TopReading | undefined): SheetError {
  const readings = other === undefined ? [best] : [best, other];
  return new SheetError({
    code: 'table',
    what: `it is not certain which row has the names of the columns: ${readings.map(described).join(', or ')}`,
    expected: `a sheet with one row of names above its data, or one of these settings in the profile: ${readings.map(settingOf).join(' or ')}`,
  });
}

function described(reading: TopReading): string {
  const { headerRow, headerRows, evidence } = reading;
  const reasons = saysFor(evidence);
  const why = reasons === '' ? '' : ` (${reasons})`;
  if (headerRow === 0) return `none, since the first row is data${why}`;
  return headerRows === 1
    ? `row ${headerRow}${why}`
    : `rows ${headerRow} to ${headerRow + headerRows - 1}${why}`;
}

function settingOf({ headerRow, headerRows, names }: TopReading): string {
  if (headerRow > 0) return reading({ headerRow, ...(headerRows > 1 && { headerRows }) });
  const columns = names.slice(0, mostColumns).map((_, at) => `name ${at + 1}`);
  return `${reading({ columns })} with a name for each of the ${names.length} columns`;
}

const reading = (settings: object): string => `"reading": ${JSON.stringify(settings)}`;

/** A total or a note at the end, or a record? */
export function unclearEnd(row: number, what: 'a total' | 'a note', lastData: number): SheetError {
  const settings = [
    ...(what === 'a total'
      ? [reading({ totals: 'skip' }), reading({ totals: 'keep' })]
      : [reading({ lastRow: lastData }), reading({ lastRow: row })]),
  ];
  return new SheetError({
    code: 'table',
    what: `it is not certain whether this row is ${what} or a record`,
    expected: `a blank row above it, or one of these settings in the profile: ${settings[0]} leaves it out, ${settings[1]} takes it for a record`,
    row,
  });
}

/** A total between other rows. */
export function totalBetween(row: number): SheetError {
  return new SheetError({
    code: 'table',
    what: 'the row looks like a total, and more rows follow',
    expected: `no totals between the rows, or one of these settings in the profile: ${reading({ totals: 'skip' })} leaves such rows out, ${reading({ totals: 'keep' })} takes them for records`,
    row,
  });
}

export function secondTable(row: number, lastData: number): SheetError {
  return new SheetError({
    code: 'table',
    what: 'a second table seems to begin here',
    expected: `one table in a sheet, or one of these settings in the profile: ${reading({ lastRow: lastData })} ends the first table before it; ${reading({ lastRow: 4_000_000 })} takes all rows for one table`,
    row,
  });
}

export function groupRow(row: number): SheetError {
  return new SheetError({
    code: 'table',
    what: 'this row and others have one cell, and may be names of groups',
    expected: `rows of data only, with the group in a column of its own, or this setting in the profile: ${reading({ lastRow: 4_000_000 })} takes all rows for records`,
    row,
  });
}

export function tableBeside(column: number): SheetError {
  return new SheetError({
    code: 'table',
    what: 'a second table seems to be beside the first one',
    expected: `one table in a sheet, or this setting in the profile: ${reading({ lastRow: 4_000_000 })} takes all columns for one table`,
    column,
  });
}

export function tooManyHeaders(row: number, most: number): SheetError {
  return new SheetError({
    code: 'table',
    what: `the header is repeated more than ${most} times`,
    expected: 'a sheet without repeated headers',
    row,
  });
}
