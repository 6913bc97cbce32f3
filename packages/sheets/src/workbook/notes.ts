import type { SheetOptions } from '../model/sheet.ts';
import { namesOf, type WorkbookSheet } from './pick-sheet.ts';

/** What was found besides the rows. Final after the last row. */
export interface SheetSights {
  readonly hiddenRows: number;
  readonly hiddenColumns: number;
  readonly mergedAreas: number;
  /** Whether a cell may have damaged text. */
  readonly damage: boolean;
  /** The columns that have numbers, from 1. */
  readonly numbers: ReadonlySet<number>;
}

interface Read extends Pick<SheetOptions, 'hidden' | 'merged'> {
  readonly sheets: readonly WorkbookSheet[];
  readonly sheet: WorkbookSheet;
}

/** Where the rows that were read differ from what a person sees in the sheet. */
export function notesOf(
  { hiddenRows, hiddenColumns, mergedAreas }: SheetSights,
  { sheets, sheet, hidden: rows, merged }: Read,
): string[] {
  const hidden = sheets.filter((each) => each.hidden && each !== sheet);
  return [
    ...(hidden.length === 0 ? [] : [`Hidden sheets were not read: ${namesOf(hidden)}.`]),
    ...(sheet.hidden ? ['The sheet is hidden, and was read because it was named.'] : []),
    ...(hiddenRows === 0
      ? []
      : [
          `${counted(hiddenRows, 'row is', 'rows are')} hidden or filtered out, and ${rows === 'skip' ? 'left out' : 'read too'}.`,
        ]),
    ...(hiddenColumns === 0
      ? []
      : [`${counted(hiddenColumns, 'column is', 'columns are')} hidden, and read too.`]),
    ...(mergedAreas === 0
      ? []
      : [
          `Cells are merged in ${counted(mergedAreas, 'place', 'places')}: ${merged === 'fill' ? 'every cell has the value of the first one' : 'the first cell has the value, and the others are blank'}.`,
        ]),
  ];
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
