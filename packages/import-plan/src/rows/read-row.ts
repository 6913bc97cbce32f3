import {
  checkRecord,
  fieldTitle,
  matchesExactly,
  matchingValue,
  reasonOf,
  shownValue,
  type FieldProblem,
  type Reason,
  type ReasonCode,
} from '@sluice/contract';
import { isErrorCell, type SheetRow } from '@sluice/sheets';
import { reasonInCell } from './cells.ts';
import { isEmptyWord, isTooNarrow } from '../cells/mistaken.ts';
import { isPlainCell } from '../cells/plain-cell.ts';
import { raggedReader } from './ragged-row.ts';
import { cellAt, cellOf, partsOf, placesOf, textOf, writtenAt, type RowCells } from '../columns/cell-of.ts';
import type { Column, Target } from '../columns/column.ts';
import type { RowProblem } from '../model/plan-types.ts';
import type { Settings } from '../profile/settings.ts';
import { RecordJson } from './record-json.ts';
import { soundRowReader, type RowPlace } from './sound-row.ts';
import { formattedValue, needsColumn } from '../columns/column-format.ts';
import { holdsDigits, isShortened } from '../columns/lost-digits.ts';

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
    const unfit = unfitProblems(sheetRow, transformed);
    const broken = [
      ...unfit,
      ...cellProblems(sheetRow, { columns: filled, isWrong: isFailed, code: 'failed_formula' }),
      ...cellProblems(sheetRow, { columns: filled, isWrong: isTooNarrow, code: 'lost_digits' }),
      ...emptyWordProblems(sheetRow, words),
    ];
    const isBroken = (field: string) => broken.some(({ name }) => name === byField.get(field)?.header);
    const problems = [
      ...strayProblems(sheetRow, columns),
      ...broken,
      ...checkRecord(schema, record, { lookup })
        .filter(({ field }) => !isBroken(field))
        .map((problem) => recordProblem(sheetRow, byField.get(problem.field), problem)),
      ...refusedProblems(sheetRow, refused),
      ...cellProblems(sheetRow, { columns: digits, isWrong: isShortened, code: 'lost_digits' }),
      ...cutProblems(sheetRow, digits),
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

function isRefused({ format }: Target, cell: string): boolean {
  return format?.refused !== undefined && needsColumn(format, cell);
}

function recordProblem(
  sheetRow: SheetRow,
  column: Column | undefined,
  { field, ...reason }: FieldProblem,
): RowProblem {
  if (column?.target === undefined) return { row: sheetRow.number, ...reason, name: fieldTitle(field) };
  const cell = cellOf(column, sheetRow);
  return problemIn(sheetRow.number, column, {
    ...reasonInCell(column.target.spec, reason, cell),
    value: cell,
  });
}

function problemIn(row: number, { header }: Column, { value = '', ...reason }: Reason): RowProblem {
  const isBlank = value.trim() === '';
  return { row, ...reason, name: header, ...(!isBlank && { value: shownValue(value) }) };
}

/** What the transforms could not read. */
function unfitProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  return columns.flatMap((column) => {
    const text = textOf(column, row);
    return typeof text === 'string' ? [] : [problemIn(row.number, column, text.reason)];
  });
}

function refusedProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  return columns.flatMap((column) => {
    const { target } = column;
    const value = cellOf(column, row);
    const reason = target && isRefused(target, value) ? target.format?.refused : undefined;
    return reason === undefined ? [] : [problemIn(row.number, column, { ...reason, value })];
  });
}

function strayProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  return columns.flatMap((column) => {
    const value = cellAt(row, column.index);
    const isStray = column.mustBeBlank && value.trim() !== '';
    const named = { ...column, header: capitalized(column.header) };
    return isStray ? [problemIn(row.number, named, { ...reasonOf('no_header'), value })] : [];
  });
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface CellCheck {
  readonly columns: readonly Column[];
  readonly isWrong: (cell: string) => boolean;
  readonly code: Extract<ReasonCode, 'failed_formula' | 'lost_digits'>;
}

function cellProblems(row: SheetRow, { columns, isWrong, code }: CellCheck): RowProblem[] {
  return columns.flatMap((column) => {
    const value = partsOf(column, row).find(isWrong);
    return value === undefined ? [] : [problemIn(row.number, column, { ...reasonOf(code), value })];
  });
}

const isFailed = (cell: string): boolean => isErrorCell(cell.trim());

/** A workbook keeps 15 digits of a number, so a longer one in a field of digits has lost its last ones. */
function cutProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  const { lostDigits = [] } = row;
  return columns.flatMap((column) => {
    const at = placesOf(column).find((place) => lostDigits.includes(place));
    return at === undefined
      ? []
      : [problemIn(row.number, column, { ...reasonOf('lost_digits'), value: cellAt(row, at) })];
  });
}

/** Programs write words such as `NULL` where there is no value. */
function emptyWordProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  return columns.flatMap((column) => {
    const value = partsOf(column, row)
      .find((part) => isEmptyWord(part.trim()))
      ?.trim();
    const isStored = column.transformed === undefined || isEmptyWord(cellOf(column, row).trim());
    if (value === undefined || !isStored) return [];
    const steps = [{ map: { [value]: '' } }, { otherwise: 'keep' }];
    const setting = `\`"transforms": ${JSON.stringify({ [column.header]: steps }).replaceAll('`', "'")}\``;
    return [problemIn(row.number, column, { ...reasonOf('empty_word', { setting }), value })];
  });
}

function sizeProblems(row: number, bytes: number, most: number): RowProblem[] {
  return bytes <= most ? [] : [{ row, ...reasonOf('row_too_large', { bytes, most }) }];
}
