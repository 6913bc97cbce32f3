import type { SheetRow } from '@sluice/sheets';
import { cellOf } from '../columns/cell-of.ts';
import { needsColumn } from '../columns/column-format.ts';
import type { Column } from '../columns/column.ts';
import type { RowProblem } from '../model/plan-types.ts';
import type { ReadRow } from '../rows/read-row.ts';
import type { RowFilter } from '../rows/row-filter.ts';
import type { RecordsReader } from '../rows/row-records.ts';

/** How rows are read, as far as it is known. */
export interface RowSettings {
  readonly filter: RowFilter | undefined;
  readonly readRecords: RecordsReader;
  /** Whether a cell may be damaged. Absent where none is. */
  readonly isOdd: ((row: SheetRow) => boolean) | undefined;
  /** Columns whose formats are not known yet. */
  readonly open: readonly Column[];
}

export type RowPlan =
  /** Each with its problems. Valid until the next row is planned. */
  | { readonly kind: 'records'; readonly records: readonly ReadRow[] }
  /** The filter cannot be read in it. */
  | { readonly kind: 'wrong'; readonly problem: RowProblem }
  /** Left out by these columns, in quotes. */
  | { readonly kind: 'filtered'; readonly by: string }
  /** Only whole columns explain a cell of it. */
  | { readonly kind: 'unknown'; readonly needs: 'texts' | 'formats' };

/** What a row becomes: nothing but the row and the settings decides. */
export function planRow(row: SheetRow, { filter, readRecords, isOdd, open }: RowSettings): RowPlan {
  if (isOdd?.(row) === true) return { kind: 'unknown', needs: 'texts' };
  const kept = filter === undefined || filter.keeps(row);
  if (typeof kept === 'string') return { kind: 'filtered', by: kept };
  if (kept !== true) return { kind: 'wrong', problem: kept };
  if (open.length > 0 && open.some((column) => isUnexplained(column, row)))
    return { kind: 'unknown', needs: 'formats' };
  return { kind: 'records', records: readRecords(row) };
}

function isUnexplained(column: Column, row: SheetRow): boolean {
  const format = column.target?.format;
  return format !== undefined && needsColumn(format, cellOf(column, row));
}
