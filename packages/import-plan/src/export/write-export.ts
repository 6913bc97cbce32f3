import {
  customFieldSchema,
  sameValue,
  valueOfText,
  type CustomField,
  type FieldSpec,
} from '@sluice/contract';
import * as z from 'zod';
import { formats, type OutputRow, type SheetFormat } from '@sluice/sheets';
import { customHeader } from '../profile/custom-columns.ts';
import type { Settings } from '../profile/settings.ts';
import { exportReferences, type Export } from '../result-sheet/exported-row.ts';
import { resultColumns } from '../result-sheet/result-columns.ts';
import { templateColumns } from '../template/template-columns.ts';
import { hintOf } from '../template/write-template.ts';

type StoredRecord = Readonly<Record<string, unknown>>;

/** What an export could not write, counted while it is written. */
export interface ExportTotals {
  rows: number;
  /** Records without a value of the lookup, by which a drop could not find them. */
  leftOut: number;
  /** Cells that are left blank, and so keep what is stored, because no text of a cell is read as their value. */
  blank: number;
}

export interface ExportRequest {
  /** Which export of which system it is: each row has it in its reference. */
  readonly source: Export;
  readonly settings: Settings;
  readonly format: SheetFormat;
  readonly records: AsyncIterable<readonly StoredRecord[]>;
  readonly totals: ExportTotals;
  /** The titles of the custom fields that get a column; none when absent. */
  readonly customTitles?: readonly string[];
}

/**
 * Stored records as a sheet that can be edited and dropped again. It has the columns of a result sheet, so the quotes that keep cells
 * from starting a formula are removed when it is read, and each row has a reference.
 */
export function writeExport({
  source,
  settings,
  format,
  records,
  totals,
  customTitles = [],
}: ExportRequest): AsyncIterable<string | Uint8Array> {
  const columns = templateColumns(settings);
  const header = [
    ...columns.map((column) => column.header),
    ...customTitles.map(customHeader),
    ...resultColumns,
  ];
  const shown = [
    ...columns.map((column) => ({ hint: hintOf(column), allowed: column.allowed, width: 22 })),
    ...customTitles.map(() => ({ hint: 'a field that the site has added', allowed: [], width: 22 })),
  ];
  const fields = columns.map(({ field = '' }) => field);
  const referenceOf = exportReferences(source, settings.schema);
  return formats[format].write({ headerRow: 1, header, columns: shown, rows: rows() });

  async function* rows(): AsyncGenerator<OutputRow[]> {
    for await (const page of records) yield page.flatMap(rowOf);
  }

  function rowOf(record: StoredRecord): OutputRow[] {
    const values = [
      ...fields.map((field) => [field, record[field]] as const),
      ...customTitles.map((title) => [title, customText(title, record)] as const),
    ];
    const cells = values.map(([field, value]) => cellOf(settings.schema.fields[field], value));
    if (cells[fields.indexOf(settings.lookup)]?.trim() === '') {
      totals.leftOut += 1;
      return [];
    }
    totals.rows += 1;
    return [{ number: totals.rows + 1, cells: [...cells, ...ours(record['id'], referenceOf(values))] }];
  }

  /** The service reads the text of a field that it has added by its type. */
  function cellOf(spec: FieldSpec = { type: 'text' }, value: unknown): string {
    if (value === null || value === undefined) return '';
    const cell = textOf(spec, value);
    if (sameValue(spec, value, valueOfText(spec, cell))) return cell;
    totals.blank += 1;
    return '';
  }
}

function ours(id: unknown, reference: string): string[] {
  const cells: Readonly<Record<string, string>> = {
    Status: 'exported',
    'Record id': String(id ?? ''),
    Reference: reference,
  };
  return resultColumns.map((name) => cells[name] ?? '');
}

const customText = (title: string, record: StoredRecord): string | undefined =>
  customFieldsOf(record).find((one) => one.title === title)?.text;

const customFieldsSchema = z.array(customFieldSchema).nullish().catch(undefined);

/** The fields that the site has added, as a record answers them. */
export const customFieldsOf = (record: StoredRecord): readonly CustomField[] =>
  customFieldsSchema.parse(record['customFields']) ?? [];

function textOf({ type }: FieldSpec, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join('; ');
  const text = String(value);
  return type === 'date' ? text.replace(/T00:00:00(?:\.000)?Z$/u, '') : text;
}
