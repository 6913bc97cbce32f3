import { reasonText } from '@sluice/contract';
import type { PackedRow } from '@sluice/import-plan/row-classes';
import { placeOf } from './place-of-column.ts';
import type { GridRow } from './source.ts';

/** A row of a result as the grid shows it. */
export function resultRow(
  { row, cells, status, reasons = [] }: PackedRow,
  header: readonly string[],
): GridRow {
  const wrong = new Map(reasons.map((reason) => [placeOf(reason.name ?? '', header), reasonText(reason)]));
  wrong.delete(-1);
  return { number: row, status, cells, wrong, reasons: reasons.map((reason) => reasonText(reason)) };
}
