/** Whether a row has too few cells, or too many, even blank ones. It may have lost or gained a delimiter anywhere. */
export function isRagged(cells: readonly string[], width: number): boolean {
  return cells.length !== width;
}
