import { reasonText } from '@sluice/contract';
import type { PackedRow } from '@sluice/import-plan/row-classes';
import type { GridRow } from './source.ts';
import { wrongIn } from './wrong-in.ts';

/** A row of a result as the grid shows it. */
export function resultRow(
  { row, cells, status, reasons = [] }: PackedRow,
  header: readonly string[],
): GridRow {
  const problems = reasons.map((reason) => ({ name: reason.name, text: reasonText(reason) }));
  return { number: row, status, cells, ...wrongIn(problems, header) };
}
