import { reasonOf } from '@sluice/contract';
import { formats, type OutputRow, type SheetFormat } from '@sluice/sheets';
import { PlanError } from '../plan-error.ts';
import type { Settings } from '../profile/settings.ts';
import { templateColumns, type TemplateColumn } from './template-columns.ts';

/**
 * An empty sheet that is read under these settings once it is filled in. What the columns take is above the table in a text
 * file, and beside a selected cell in a workbook.
 * @throws PlanError for settings that describe no sheet with named columns
 */
export function writeTemplate(settings: Settings, format: SheetFormat): AsyncIterable<string | Uint8Array> {
  const { widths, positions, headerRow: stated, delimiter, sheetName } = settings.reading;
  if (widths !== undefined || positions !== undefined) throw new PlanError(reasonOf('no_template'));
  const columns = templateColumns(settings);
  const header = columns.map((column) => column.header);
  const help =
    format === 'csv' && stated === undefined && settings.reading.columns === undefined
      ? helpRows(columns)
      : [];
  const headerRow = stated ?? (help.length === 0 ? 1 : help.length + 2);
  const shown = columns.map((column) => ({ hint: hintOf(column), allowed: column.allowed, width: 22 }));
  return formats[format].write({
    headerRow,
    delimiter,
    sheetName,
    header,
    above: help,
    columns: shown,
    rows: noRows(),
  });
}

/** With a gap below them, they are titles. A single column would be taken for one of theirs. */
function helpRows(columns: readonly TemplateColumn[]): OutputRow[] {
  if (columns.length < 3) return [];
  return columns.map((column, at) => ({ number: at + 1, cells: [`${column.header}: ${hintOf(column)}`] }));
}

export function hintOf({ about, allowed, example }: TemplateColumn): string {
  const values =
    allowed.length > 1 && !allowed.every((value) => about.includes(value))
      ? `; one of: ${allowed.join(', ')}`
      : '';
  const such = example === '' || allowed.includes(example) ? '' : `; for example ${example}`;
  return `${about}${values}${such}`;
}

async function* noRows(): AsyncGenerator<OutputRow[]> {
  yield [];
}
