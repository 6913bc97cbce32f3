/** The columns of one field, joined in this order. */
export interface Join {
  readonly parts: readonly number[];
  readonly with: string;
}

interface Place {
  readonly index: number;
  readonly join?: Join;
}

/** What a row has in a column. Of joined columns, blank cells leave no separator. */
export function cellOf({ index, join }: Place, cells: readonly string[]): string {
  if (join === undefined) return cells[index] ?? '';
  return join.parts
    .map((part) => cells[part]?.trim() ?? '')
    .filter((cell) => cell !== '')
    .join(join.with);
}

/** The cells that `cellOf` is made of. */
export function partsOf({ index, join }: Place, cells: readonly string[]): string[] {
  return (join?.parts ?? [index]).map((part) => cells[part] ?? '');
}
