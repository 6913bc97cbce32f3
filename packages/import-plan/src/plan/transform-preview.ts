import { reasonText, shownValue } from '@sluice/contract';
import { ownText, type SheetRow } from '@sluice/sheets';
import { rawCellOf, textOf } from '../columns/cell-of.ts';
import type { Column } from '../columns/column.ts';

/** What the transforms of a field make of the first rows. */
export interface TransformPreview {
  readonly header: string;
  readonly field: string;
  readonly rows: readonly TransformedCell[];
}

interface TransformedCell {
  readonly row: number;
  readonly before: string;
  /** Absent where a step could not read the cell. */
  readonly after?: string;
  /** Why it could not. */
  readonly reason?: string;
}

export function transformPreviews(
  columns: readonly Column[],
  rows: readonly Pick<SheetRow, 'number' | 'cells'>[],
): TransformPreview[] {
  const previews = columns.flatMap((column) => {
    const { header, target, transformed } = column;
    if (target === undefined || transformed === undefined) return [];
    const cells = rows.map((sheetRow): TransformedCell => {
      const { number: row } = sheetRow;
      const before = ownText(rawCellOf(column, sheetRow));
      const text = textOf(column, sheetRow);
      return typeof text === 'string'
        ? { row, before, after: text }
        : {
            row,
            before,
            reason: reasonText({ ...text.reason, name: header, value: shownValue(text.reason.value) }),
          };
    });
    return [{ header, field: target.field, rows: cells }];
  });
  // Several records of a row may have the same.
  return [...new Map(previews.map((preview) => [JSON.stringify(preview), preview])).values()];
}
