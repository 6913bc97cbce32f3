import { checkRecord, matchingValue, valueOfText } from '@sluice/contract';
import { isBlankRow, type SheetRow } from '@sluice/sheets';
import { expectedInCell } from './cells.ts';
import type { Column } from './columns.ts';
import type { RowProblem } from './plan-types.ts';
import { expectedWidth } from './row-width.ts';
import type { Settings } from './settings.ts';

/** A row turned into a record. */
export interface ReadRow {
  readonly row: number;
  readonly problems: readonly RowProblem[];
  /** The JSON of the record. Undefined for a row whose cells are not where the header says. */
  readonly json?: string;
  /** By which two rows speak of one record; empty where the row holds none. */
  readonly lookup: string;
  readonly lookupColumn: string;
}

export type RowReader = (row: SheetRow) => ReadRow;

export interface RowPlace {
  readonly columns: readonly Column[];
  /** What the JSON of a record may have at most. */
  readonly recordBytes: number;
}

export function rowReader(settings: Settings, { columns, recordBytes }: RowPlace): RowReader {
  const { schema, lookup } = settings;
  const byField = new Map(
    columns.flatMap((column) => (column.target ? [[column.target.field, column] as const] : [])),
  );
  const lookupColumn = byField.get(lookup)?.header ?? lookup;
  const lookupSpec = byField.get(lookup)?.target?.spec;
  const constants = Object.entries(settings.constants);

  function recordProblem(row: number, field: string, expected: string): RowProblem {
    const column = byField.get(field);
    if (column?.target === undefined) return { row, column: field, expected };
    return { row, column: column.header, expected: expectedInCell(column.target.spec, expected) };
  }

  return ({ number: row, cells }) => {
    const ragged = raggedProblem(row, cells, columns.length);
    if (ragged !== undefined) return { row, problems: [ragged], lookup: '', lookupColumn };
    const record = recordOf(cells, columns);
    for (const [field, value] of constants) record[field] = value;
    const json = JSON.stringify(record);
    const problems = [
      ...strayProblems(row, cells, columns),
      ...checkRecord(schema, record, { lookup }).map(({ field, expected }) =>
        recordProblem(row, field, expected),
      ),
      ...sizeProblems(row, json, recordBytes),
    ];
    const found = lookupSpec === undefined ? '' : matchingValue(lookupSpec, record[lookup]);
    return { row, problems, json, lookup: found, lookupColumn };
  };
}

/** Field names come from the schema, so no header can name `__proto__` here. */
function recordOf(cells: readonly string[], columns: readonly Column[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { index, target } of columns) {
    if (target === undefined) continue;
    const cell = cells[index] ?? '';
    if (cell.trim() !== '') record[target.field] = valueOfText(target.spec, cell);
    else if (target.blank === 'clear') record[target.field] = null;
  }
  return record;
}

/** A row that is short or long may have lost or won a delimiter anywhere: none of its cells can be trusted. */
function raggedProblem(row: number, cells: readonly string[], width: number): RowProblem | undefined {
  if (cells.length === width) return undefined;
  if (cells.length > width && isBlankRow(cells.slice(width))) return undefined;
  const expected = expectedWidth(width, cells.length);
  return { row, expected };
}

function strayProblems(row: number, cells: readonly string[], columns: readonly Column[]): RowProblem[] {
  return columns
    .filter(({ index, mustBeBlank }) => mustBeBlank && cells[index]?.trim())
    .map(({ header }) => ({ row, column: header, expected: 'no value, since the column has no header' }));
}

function sizeProblems(row: number, json: string, most: number): RowProblem[] {
  // A character has at most three bytes.
  const fits = json.length * 3 <= most || Buffer.byteLength(json) <= most;
  return fits
    ? []
    : [{ row, expected: `a record of at most ${most} bytes, since it must fit into one request` }];
}
