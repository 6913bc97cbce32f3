import { checkRecord, matchingValue, valueOfText } from '@sluice/contract';
import { isErrorCell, type SheetRow } from '@sluice/sheets';
import { expectedInCell } from './cells.ts';
import { raggedReader } from './ragged-row.ts';
import { cellOf, partsOf, textOf } from '../columns/cell-of.ts';
import type { Column, Target } from '../columns/column.ts';
import type { RowProblem } from '../plan/plan-types.ts';
import type { Settings } from '../profile/settings.ts';
import { RecordJson } from './record-json.ts';
import { soundRowReader, type RowPlace } from './sound-row.ts';
import { needsColumn, plainText } from '../formats/column-format.ts';
import { holdsDigits, isShortened } from '../formats/lost-digits.ts';

/** A row turned into a record. */
export interface ReadRow {
  readonly row: number;
  readonly problems: readonly RowProblem[];
  /** The record; empty for a row whose cells do not match the header. Valid until its reader reads the next row. */
  readonly json: RecordJson;
  /** Rows with the same lookup mean the same record. Empty if the row has none. */
  readonly lookup: string;
  readonly lookupColumn: string;
}

export type RowReader = (row: SheetRow) => ReadRow;

export function rowReader(settings: Settings, { columns, recordBytes, fixedWidth }: RowPlace): RowReader {
  const transformed = columns.filter((column) => column.transformed !== undefined);
  const { schema, lookup } = settings;
  const byField = new Map(
    columns.flatMap((column) => (column.target ? [[column.target.field, column] as const] : [])),
  );
  const lookupPlace = byField.get(lookup);
  const lookupColumn = lookupPlace?.header ?? lookup;
  const constants = Object.entries(settings.constants);
  const filled = columns.filter(({ target }) => target !== undefined);
  const refused = columns.filter(({ target }) => target?.format?.refused !== undefined);
  const digits = columns.filter(({ target }) => target !== undefined && holdsDigits(target.spec.type));
  const readSound = soundRowReader(settings, { columns, recordBytes });
  const json = new RecordJson();
  const written = columns.filter(({ of }) => of === undefined).map(({ header }) => header);
  const raggedProblem = raggedReader(written, (cells) => readSound(cells, json), fixedWidth);

  function recordProblem({ number: row, cells }: SheetRow, field: string, expected: string): RowProblem {
    const column = byField.get(field);
    if (column?.target === undefined) return { row, column: field, expected };
    const cell = cellOf(column, cells);
    return { row, column: column.header, expected: expectedInCell(column.target.spec, expected, cell) };
  }

  function diagnose(sheetRow: SheetRow): ReadRow {
    const { number: row, cells } = sheetRow;
    const ragged = raggedProblem(row, cells);
    if (ragged !== undefined)
      return { row, problems: [ragged], json: new RecordJson(), lookup: '', lookupColumn };
    const record = recordOf(cells, columns);
    for (const [field, value] of constants) record[field] = value;
    json.write(record);
    const unfit = unfitProblems(row, cells, transformed);
    const isUnfit = (field: string) => unfit.some(({ column }) => column === byField.get(field)?.header);
    const problems = [
      ...strayProblems(row, cells, columns),
      ...unfit,
      ...checkRecord(schema, record, { lookup })
        .filter(({ field }) => !isUnfit(field))
        .map(({ field, expected }) => recordProblem(sheetRow, field, expected)),
      ...refusedProblems(row, cells, refused),
      ...shortenedProblems(row, cells, digits),
      ...errorProblems(row, cells, filled),
      ...sizeProblems(row, json.length, recordBytes),
    ];
    return { row, problems, json, lookup: lookupOf(cells), lookupColumn };
  }

  function lookupOf(cells: readonly string[]): string {
    const { target } = lookupPlace ?? {};
    if (lookupPlace === undefined || target === undefined) return '';
    return matchingValue(target.spec, valueIn(target, cellOf(lookupPlace, cells)));
  }

  return (row) =>
    readSound(row.cells, json)
      ? { row: row.number, problems: none, json, lookup: lookupOf(row.cells), lookupColumn }
      : diagnose(row);
}

const none: readonly RowProblem[] = [];

/** Field names come from the schema, so no header can name `__proto__` here. */
function recordOf(cells: readonly string[], columns: readonly Column[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const column of columns) {
    const { target } = column;
    if (target === undefined) continue;
    const cell = cellOf(column, cells);
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
  return valueOfText(spec, format === undefined ? cell : plainText(format, cell));
}

function isRefused({ format }: Target, cell: string): boolean {
  return format?.refused !== undefined && needsColumn(format, cell);
}

/** What the transforms could not read. */
function unfitProblems(row: number, cells: readonly string[], columns: readonly Column[]): RowProblem[] {
  return columns.flatMap((column) => {
    const text = textOf(column, cells);
    return typeof text === 'string' ? [] : [{ row, column: column.header, expected: text.expected }];
  });
}

function refusedProblems(row: number, cells: readonly string[], columns: readonly Column[]): RowProblem[] {
  return columns.flatMap((column) => {
    const { header, target } = column;
    const expected = target && isRefused(target, cellOf(column, cells)) ? target.format?.refused : undefined;
    return expected === undefined ? [] : [{ row, column: header, expected }];
  });
}

function strayProblems(row: number, cells: readonly string[], columns: readonly Column[]): RowProblem[] {
  return columns
    .filter(({ index, mustBeBlank }) => mustBeBlank && cells[index]?.trim())
    .map(({ header }) => ({ row, column: header, expected: 'no value, since the column has no header' }));
}

function shortenedProblems(row: number, cells: readonly string[], digits: readonly Column[]): RowProblem[] {
  return digits
    .filter((column) => partsOf(column, cells).some(isShortened))
    .map(({ header }) => ({ row, column: header, expected: allDigits }));
}

const allDigits =
  'all digits; a spreadsheet program has shortened this number, as in 1.23E+11. Format the column as text and enter the number again';

function errorProblems(row: number, cells: readonly string[], filled: readonly Column[]): RowProblem[] {
  return filled
    .filter((column) => partsOf(column, cells).some((cell) => isErrorCell(cell.trim())))
    .map(({ header }) => ({
      row,
      column: header,
      expected: 'a value; the formula in this cell failed',
    }));
}

function sizeProblems(row: number, bytes: number, most: number): RowProblem[] {
  return bytes <= most
    ? []
    : [{ row, expected: `a record of at most ${most} bytes, since it must fit into one request` }];
}
