import { sameValue, valueOfText, type FieldSpec } from '@sluice/contract';
import { formats, type OutputRow, type SheetFormat } from '@sluice/sheets';
import type { Settings } from '../profile/settings.ts';
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
  readonly settings: Settings;
  readonly format: SheetFormat;
  readonly records: AsyncIterable<readonly StoredRecord[]>;
  readonly totals: ExportTotals;
}

/**
 * Stored records as a sheet that can be edited and dropped again. It has the columns of a result sheet, so the quotes that keep cells
 * from starting a formula are removed when it is read.
 */
export function writeExport({
  settings,
  format,
  records,
  totals,
}: ExportRequest): AsyncIterable<string | Uint8Array> {
  const columns = templateColumns(settings);
  const header = [...columns.map((column) => column.header), ...resultColumns];
  const fields = columns.map(({ field = '' }) => field);
  const shown = columns.map((column) => ({ hint: hintOf(column), allowed: column.allowed, width: 22 }));
  return formats[format].write({ headerRow: 1, header, columns: shown, rows: rowsOf(fields) });

  async function* rowsOf(fields: readonly string[]): AsyncGenerator<OutputRow[]> {
    for await (const page of records) {
      const rows: OutputRow[] = [];
      for (const record of page) {
        const cells = fields.map((field) => cellOf(field, record));
        if (cells[fields.indexOf(settings.lookup)]?.trim() === '') {
          totals.leftOut += 1;
          continue;
        }
        totals.rows += 1;
        rows.push({ number: totals.rows + 1, cells: [...cells, ...ours(record)] });
      }
      yield rows;
    }
  }

  function cellOf(field: string, record: StoredRecord): string {
    const spec = settings.schema.fields[field];
    const value = record[field];
    if (spec === undefined || value === null || value === undefined) return '';
    const cell = textOf(spec, value);
    if (sameValue(spec, value, valueOfText(spec, cell))) return cell;
    totals.blank += 1;
    return '';
  }
}

function ours({ id }: StoredRecord): string[] {
  const cells: Readonly<Record<string, string>> = { Status: 'exported', 'Record id': String(id ?? '') };
  return resultColumns.map((name) => cells[name] ?? '');
}

function textOf({ type }: FieldSpec, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join('; ');
  const text = String(value);
  return type === 'date' ? text.replace(/T00:00:00(?:\.000)?Z$/u, '') : text;
}
