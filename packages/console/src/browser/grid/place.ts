/** A cell of a grid, both counted from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

interface Sizes {
  readonly rows: number;
  readonly columns: number;
  /** How many rows are seen at once. */
  readonly page: number;
}

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a key leads from a cell; undefined for a key that does not move. */
export function movedBy(
  { key, ctrlKey, metaKey }: Pressed,
  { row, column }: Place,
  sizes: Sizes,
): Place | undefined {
  const far = ctrlKey || metaKey;
  const [lastRow, lastColumn] = [sizes.rows - 1, sizes.columns - 1];
  const moves: Readonly<Record<string, Place>> = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? lastRow : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? lastColumn : column + 1 },
    PageUp: { row: row - sizes.page, column },
    PageDown: { row: row + sizes.page, column },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? lastRow : row, column: lastColumn },
  };
  const to = Object.hasOwn(moves, key) ? moves[key] : undefined;
  if (to === undefined) return undefined;
  const within = (at: number, last: number) => Math.max(0, Math.min(last, at));
  return { row: within(to.row, lastRow), column: within(to.column, lastColumn) };
}
