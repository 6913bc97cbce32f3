import { isBlankRow } from '@sluice/sheets';

/** Whether a row has too few cells, or too many. It may have lost or gained a delimiter anywhere. */
export function isRagged(cells: readonly string[], width: number): boolean {
  return cells.length < width || (cells.length > width && !isBlankRow(cells.slice(width)));
}
