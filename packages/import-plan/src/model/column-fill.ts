import { shownName } from '@sluice/contract';
import type { SheetRow } from '@sluice/sheets';
import { cellAt } from '../columns/cell-of.ts';
import type { Column } from '../columns/column.ts';
import { createSample } from './sample.ts';
import type { PlanWarning } from './warning.ts';

/** How full a column is that is imported. */
export interface ColumnFill {
  readonly header: string;
  /** The share of blank cells, in whole per cent. */
  readonly blank: number;
}

/** A few rows show nothing. */
const fewestRows = 10;
/** A run keeps its fill, and is one item of the ledger. */
const most = { columns: 100, characters: 60 };

/** Watches how full the columns of a sheet are. Constant memory. */
export function watchFill(header: readonly string[], columns: readonly Column[]) {
  const watched = columns
    .filter(({ target, partOf }) => target !== undefined || partOf !== undefined)
    // Further fields of a column come after the last one.
    .filter(({ index }) => index < header.length)
    .slice(0, most.columns)
    .map(({ index }) => ({ index, blank: 0 }));
  const weightOfNext = createSample();
  let rows = 0;
  return {
    see: (row: SheetRow): void => {
      const weight = weightOfNext();
      if (weight === 0) return;
      rows += weight;
      for (const column of watched) if (cellAt(row, column.index).trim() === '') column.blank += weight;
    },
    fill: (): ColumnFill[] =>
      rows < fewestRows
        ? []
        : watched.map(({ index, blank }) => ({
            header: nameOf(header[index]),
            blank: Math.floor((100 * blank) / rows),
          })),
  };
}

const nameOf = (header = ''): string => shownName(header.trim()).slice(0, most.characters).toWellFormed();

/** A column that is so blank, and was at most half blank in every run that it is compared with, is a warning. */
const limits = { now: 90, before: 50 };

/** Whether the fill of earlier runs is needed. */
export function hasBlankColumn(fill: readonly ColumnFill[]): boolean {
  return fill.some(({ blank }) => blank >= limits.now);
}

/** The columns that are nearly blank and were not so in earlier runs of the same folder. A column that is new shows nothing. */
export function blankColumnWarnings(
  { rows, fill }: { readonly rows: number; readonly fill: readonly ColumnFill[] },
  earlier: readonly (readonly ColumnFill[])[],
): PlanWarning[] {
  return fill.flatMap(({ header, blank }) => {
    const before = earlier.flatMap((one) => one.find((column) => column.header === header)?.blank ?? []);
    const mostBefore = Math.max(...before);
    if (blank < limits.now || before.length === 0 || mostBefore > limits.before) return [];
    const past =
      before.length === 1
        ? `in the last run of this folder it was blank in ${mostBefore} %`
        : `in the last ${before.length} runs of this folder it was never blank in more than ${mostBefore} %`;
    const text = `Column "${header}" is blank in ${blank} % of the rows; ${past}. Its values may be lost.`;
    return [{ kind: 'blankColumn', rows: Math.round((rows * blank) / 100), text }];
  });
}
