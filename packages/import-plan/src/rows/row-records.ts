import type { SheetRow } from '@sluice/sheets';
import type { Column } from '../columns/column.ts';
import { textOf } from '../columns/cell-of.ts';
import { ownColumns, type RecordPart } from '../columns/match-records.ts';
import { rowReader, type ReadRow } from './read-row.ts';
import { RecordJson } from './record-json.ts';
import type { RowPlace } from './sound-row.ts';

/** The records of a row, at least one. The list is valid until the next row is read. */
export type RecordsReader = (row: SheetRow) => readonly ReadRow[];

interface RecordsPlace extends Omit<RowPlace, 'columns'> {
  readonly header: readonly string[];
  readonly json: RecordJson;
}

/** `recordBytes`: how large all records of a row may be together. `json` writes the record of a row that has one. */
export function recordsReader(
  parts: readonly RecordPart[],
  { header, recordBytes, fixedWidth, json }: RecordsPlace,
): RecordsReader {
  // Each with its comma.
  const most = Math.floor((recordBytes + 1) / parts.length) - 1;
  const readers = parts.map((part) => ({
    read: rowReader(
      part.settings,
      { columns: part.columns, recordBytes: most, fixedWidth },
      parts.length === 1 ? json : new RecordJson(),
    ),
    own: ownColumns(part, header),
  }));
  const [first, ...others] = readers;
  if (first === undefined) throw new TypeError('A row has a record.');
  if (others.length === 0) {
    const reads: ReadRow[] = [];
    return (row) => {
      reads[0] = first.read(row);
      return reads;
    };
  }
  return (row) => {
    const filled = readers.filter(({ own }) => own.some((column) => !isBlank(column, row)));
    // Blank in all of them, the row is wrong as its first record is.
    const reads = (filled.length === 0 ? [first] : filled).map(({ read }) => read(row));
    return reads.some(({ problems }) => problems.length > 0) ? withoutRepeats(reads) : reads;
  };
}

/** A text that does not fit is not blank: it is wrong. */
function isBlank(column: Column, row: SheetRow): boolean {
  const text = textOf(column, row);
  return typeof text === 'string' && text.trim() === '';
}

/** A wrong cell that several records share is one problem. */
function withoutRepeats(reads: readonly ReadRow[]): ReadRow[] {
  const seen = new Set<string>();
  return reads.map((read) => ({
    ...read,
    problems: read.problems.filter(({ name = '', says }) => {
      const key = JSON.stringify([name, says]);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    }),
  }));
}
