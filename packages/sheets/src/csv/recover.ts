import { SheetError } from '../model/sheet-error.ts';
import { delimiters, type Dialect } from './dialect.ts';
import { scanRow, type RowText, type ScannedRow } from './scan-row.ts';

/** Frequent in texts, so they count as delimiters only between quoted cells, and never for a whole file. */
const rareDelimiters = [' ', ':'];

/**
 * The likeliest reading of a row with a faulty quote: the first one with as many cells as the other rows. Readings that end with
 * the line come first, so that one stray quote costs one row.
 */
export function recoverRow(
  place: RowText,
  dialect: Dialect,
  columns: number | undefined,
): ScannedRow | undefined {
  const line = lineOf(place, dialect);
  if (line === undefined) return undefined;
  const fits = (row: ScannedRow | undefined) => row !== undefined && row.cells.length === columns;
  const runOn = scanRow(line, dialect);
  if (runOn !== undefined && !runOn.unclosed && fits(runOn)) return behind(line, runOn);
  const takeRest = scanRow(line, dialect, 'take-rest');
  if (takeRest !== undefined && fits(takeRest)) return behind(line, takeRest);
  const closeLate = scanRow(line, dialect, 'close-late');
  if (closeLate !== undefined && !closeLate.unclosed && fits(closeLate)) return behind(line, closeLate);
  const tried = line.text.startsWith('"') ? [...delimiters, ...rareDelimiters] : delimiters;
  const other = tried
    .filter((delimiter) => delimiter !== dialect.delimiter)
    .map((delimiter) => scanRow(line, { ...dialect, delimiter }))
    .find((row) => fits(row) && row?.fault === undefined);
  if (other !== undefined) return behind(line, other);
  const across = scanRow(place, dialect);
  if (across === undefined && !place.last) return undefined;
  if (across !== undefined && !across.unclosed && fits(across)) return across;
  return takeRest === undefined ? undefined : behind(line, takeRest);
}

interface Line extends RowText {
  readonly end: number;
}

/** The line that begins here, as if it were the whole text. */
function lineOf({ text, from, last }: RowText, { newline }: Dialect): Line | undefined {
  const at = text.indexOf(newline, from);
  if (at < 0 && !last) return undefined;
  const stop = at < 0 ? text.length : at;
  const line = text.slice(from, stop);
  return {
    text: line.endsWith('\r') ? line.slice(0, -1) : line,
    from: 0,
    last: true,
    end: at < 0 ? stop : at + 1,
  };
}

function behind({ end }: Line, row: ScannedRow): ScannedRow {
  return { ...row, end };
}

/**
 * The cells of a row that has the width of the others only with another delimiter. Its cells are joined again, which is only
 * right if none of them was in quotes: any quotes in them are characters of the text.
 */
export function withOtherDelimiter(
  cells: readonly string[],
  dialect: Dialect,
  columns: number,
): readonly string[] | undefined {
  const text = cells.join(dialect.delimiter);
  if (text.includes(dialect.newline)) return undefined;
  const fitting = delimiters
    .filter((delimiter) => delimiter !== dialect.delimiter && text.includes(delimiter))
    .map((delimiter) => scanRow({ text, from: 0, last: true }, { ...dialect, delimiter }))
    .filter((row) => row?.cells.length === columns && row.fault === undefined);
  return fitting.length === 1 ? fitting[0]?.cells : undefined;
}

export function otherDelimiterError(row: number, columns: number): SheetError {
  return new SheetError({ code: 'other_delimiter', columns, row });
}
