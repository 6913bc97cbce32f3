import { checkRecord, fieldTitle, matchesExactly, matchingValue } from '@sluice/contract';
import type { SheetRow } from '@sluice/sheets';
import { isPlainCell } from '../cells/plain-cell.ts';
import { raggedReader } from './ragged-row.ts';
import { cellOf, writtenAt, type RowCells } from '../columns/cell-of.ts';
import type { Column, Target } from '../columns/column.ts';
import { formattedValue } from '../columns/column-format.ts';
import { holdsDigits } from '../columns/lost-digits.ts';
import type { RowProblem } from '../model/plan-types.ts';
import type { Settings } from '../profile/settings.ts';
import { RecordJson } from './record-json.ts';
import {
  brokenCells,
  digitProblems,
  isRefused,
  recordProblem,
  refusedProblems,
  sizeProblems,
  strayProblems,
} from './row-problems.ts';
import { soundRowReader, type RowPlace } from './sound-row.ts';

/** A row turned into a record. Valid until its reader reads the next row, as an object for each would be a seventh of all garbage. */
export interface ReadRow {
  readonly row: number;
  readonly problems: readonly RowProblem[];
  /** The record, unless the cells of the row do not match the header. */
  readonly json: RecordJson;
  /** Rows with the same lookup mean the same record. Empty if the row has none. */
  readonly lookup: string;
  readonly cells: RowCells;
  readonly fields: RowFields;
}

/** Reads single fields of the record. */
export interface RowFields {
  readonly lookupColumn: string;
  /** The text of the lookup. */
  readonly lookupCell: (row: RowCells) => string;
  /** What the record has in a field. */
  readonly valueOf: (field: string, row: RowCells) => unknown;
}

export type RowReader = (row: SheetRow) => ReadRow;

/** `json` writes each record. */
export function rowReader(
  settings: Settings,
  { columns, recordBytes, fixedWidth }: RowPlace,
  json = new RecordJson(),
): RowReader {
  const transformed = columns.filter((column) => column.transformed !== undefined);
  const { schema, lookup } = settings;
  const byField = new Map(
    columns.flatMap((column) => (column.target ? [[column.target.field, column] as const] : [])),
  );
  const fields = fieldsOf(settings, byField);
  const lookupOf = lookupReader(byField.get(lookup));
  const filled = columns.filter(({ target }) => target !== undefined);
  const refused = columns.filter(({ target }) => target?.format?.refused !== undefined);
  const digits = columns.filter(({ target }) => target !== undefined && holdsDigits(target.spec.type));
  const words = settings.reading.text === 'keep' ? [] : filled;
  const readSound = soundRowReader(settings, { columns, recordBytes });
  const written = columns.filter(({ of }) => of === undefined).map(({ header }) => header);
  const raggedProblem = raggedReader(written, (cells) => readSound({ cells }, json), fixedWidth);

  function diagnose(sheetRow: SheetRow): ReadRow {
    const { number: row, cells } = sheetRow;
    const ragged = raggedProblem(row, cells);
    if (ragged !== undefined) return { ...read(sheetRow, [ragged]), lookup: '' };
    const record = { ...recordOf(sheetRow, columns), ...settings.constants };
    json.write(record);
    const broken = brokenCells(sheetRow, { transformed, filled, words });
    const isBroken = (field: string) => broken.some(({ name }) => name === byField.get(field)?.header);
    const problems = [
      ...strayProblems(sheetRow, columns),
      ...broken,
      ...checkRecord(schema, record, { lookup })
        .filter(({ field }) => !isBroken(field))
        .map((problem) => recordProblem(sheetRow, byField.get(problem.field), problem)),
      ...refusedProblems(sheetRow, refused),
      ...digitProblems(sheetRow, digits),
      ...sizeProblems(row, json.length, recordBytes),
    ];
    const found = read(sheetRow, problems);
    // Numbers that have lost their last digits look alike.
    const isCut = problems.some(({ code, name }) => code === 'lost_digits' && name === fields.lookupColumn);
    return isCut ? { ...found, lookup: '' } : found;
  }

  const record: { -readonly [Key in keyof ReadRow]: ReadRow[Key] } = {
    row: 0,
    problems: none,
    json,
    lookup: '',
    cells: { cells: [] },
    fields,
  };

  function read(sheetRow: SheetRow, problems = none): ReadRow {
    record.row = sheetRow.number;
    record.problems = problems;
    record.lookup = lookupOf(sheetRow);
    record.cells = sheetRow;
    return record;
  }

  return (row) => (row.lostDigits === undefined && readSound(row, json) ? read(row) : diagnose(row));
}

const none: readonly RowProblem[] = [];

/** Field names come from the schema, so no header can name `__proto__` here. */
function recordOf(row: SheetRow, columns: readonly Column[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const column of columns) {
    const { target } = column;
    if (target === undefined) continue;
    const cell = cellOf(column, row);
    const value = valueIn(target, cell);
    if (value !== undefined) record[target.field] = value;
    else if (target.blank === 'clear' && cell.trim() === '') record[target.field] = null;
  }
  return record;
}

/** Undefined for a blank, and for a cell whose format is unknown. */
function valueIn(target: Target, cell: string): unknown {
  const { spec, format } = target;
  if (cell.trim() === '' || isRefused(target, cell)) return undefined;
  return formattedValue(spec, format, cell);
}

/** The text by which the lookup of a row is compared. */
function lookupReader(column: Column | undefined): (row: RowCells) => string {
  const target = column?.target;
  if (column === undefined || target === undefined) return () => '';
  const at = matchesExactly(target.spec) ? writtenAt(column) : undefined;
  return (row) => {
    const { raw } = row;
    if (raw !== undefined && at !== undefined && at < raw.width && isPlainCell(raw.chunk, raw.first + at))
      return raw.textOf(at);
    return matchingValue(target.spec, valueIn(target, cellOf(column, row)));
  };
}

function fieldsOf({ lookup, constants }: Settings, byField: ReadonlyMap<string, Column>): RowFields {
  const place = byField.get(lookup);
  return {
    lookupColumn: place?.header ?? fieldTitle(lookup),
    lookupCell: (row) => (place === undefined ? '' : cellOf(place, row)),
    valueOf: (field, row) => {
      const column = byField.get(field);
      return column?.target === undefined ? constants[field] : valueIn(column.target, cellOf(column, row));
    },
  };
}
