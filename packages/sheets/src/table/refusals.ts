import { readingSetting } from '../model/reading-setting.ts';
import { SheetError } from '../model/sheet-error.ts';
import { saysFor } from './evidence.ts';
import type { TopReading } from './reading.ts';

/** Of a table without a header at most so many names are proposed. */
const mostColumns = 12;

/** The two nearest readings of the top of a sheet, with the settings for each. */
export function unclearTop(best: TopReading, other: TopReading | undefined): SheetError {
  const readings = other === undefined ? [best] : [best, other];
  return new SheetError({
    code: 'unclear_header',
    readings: readings.map(described).join(' '),
    settings: readings.map(settingOf).join(' or '),
  });
}

/** A sentence. */
function described({ headerRow, headerRows, evidence }: TopReading): string {
  const reasons = saysFor(evidence);
  const why = reasons === '' ? '' : `: ${reasons}`;
  if (headerRow === 0) return `Perhaps none does, and the first row is data${why}.`;
  if (headerRows === 1) return `Perhaps row ${headerRow} does${why}.`;
  return `Perhaps rows ${headerRow} to ${headerRow + headerRows - 1} do${why}.`;
}

function settingOf({ headerRow, headerRows, names }: TopReading): string {
  if (headerRow > 0) return readingSetting({ headerRow, ...(headerRows > 1 && { headerRows }) });
  const columns = names.slice(0, mostColumns).map((_, at) => `name ${at + 1}`);
  return `${readingSetting({ columns })} (a name for each of the ${names.length} columns)`;
}

const everyRow = readingSetting({ lastRow: 4_000_000 });
const totals = { leaveOut: readingSetting({ totals: 'skip' }), keep: readingSetting({ totals: 'keep' }) };

/** A total or a note at the end, or a record? */
export function unclearEnd(row: number, what: 'a total' | 'a note', lastData: number): SheetError {
  const notes = { leaveOut: readingSetting({ lastRow: lastData }), keep: readingSetting({ lastRow: row }) };
  return new SheetError({ code: 'unclear_end', what, ...(what === 'a total' ? totals : notes), row });
}

/** A total between other rows. */
export const totalBetween = (row: number): SheetError =>
  new SheetError({ code: 'total_between', ...totals, row });

export const secondTable = (row: number, lastData: number): SheetError =>
  new SheetError({ code: 'second_table', end: readingSetting({ lastRow: lastData }), keep: everyRow, row });

export const groupRow = (row: number): SheetError =>
  new SheetError({ code: 'group_rows', keep: everyRow, row });

export const tableBeside = (column: number): SheetError =>
  new SheetError({ code: 'table_beside', keep: everyRow, column });

export const tooManyHeaders = (row: number, most: number): SheetError =>
  new SheetError({ code: 'repeated_header', most, row });
