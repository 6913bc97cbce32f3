import type { SheetRow } from '@sluice/sheets';
import type { Column } from './match-columns.ts';
import { holdsDigits, watchZeros } from '../formats/lost-digits.ts';

/** What the columns say when all their cells have passed by, of which no row is wrong. Constant memory. */
export interface ColumnNotes {
  see(row: SheetRow): void;
  notes(): string[];
}

export function watchColumns(columns: readonly Column[]): ColumnNotes {
  const watches = columns.flatMap((column) =>
    column.target !== undefined && holdsDigits(column.target.spec.type)
      ? [{ index: column.index, watch: watchZeros(column) }]
      : [],
  );
  return {
    see: ({ number, cells }) => {
      for (const { index, watch } of watches) watch.see(number, cells[index] ?? '');
    },
    notes: () => watches.flatMap(({ watch }) => watch.note() ?? []),
  };
}
