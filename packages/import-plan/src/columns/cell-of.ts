import type { Transform, Unfit } from '../transforms/unfit.ts';

/** The columns of one field, joined in this order. */
export interface Join {
  readonly parts: readonly number[];
  readonly with: string;
}

/** Where the text of a field comes from. */
export interface Place {
  readonly index: number;
  /** The column of the cell, if the field is a further one of it. */
  readonly of?: number;
  /** For the first of the columns that the profile joins to one field; it has the names of all. */
  readonly join?: Join;
  /** What the profile makes of the cell. */
  readonly transformed?: Transformed;
}

export type Transformed = (cells: readonly string[]) => string | Unfit;

/** The text of a field before its transforms. Of joined columns, blank cells leave no separator. */
export function rawCellOf({ index, of = index, join }: Place, cells: readonly string[]): string {
  if (join === undefined) return cells[of] ?? '';
  return join.parts
    .map((part) => cells[part]?.trim() ?? '')
    .filter((cell) => cell !== '')
    .join(join.with);
}

/** The text of a field. */
export function textOf(place: Place, cells: readonly string[]): string | Unfit {
  return place.transformed === undefined ? rawCellOf(place, cells) : place.transformed(cells);
}

/** The same; blank where the cell does not fit. */
export function cellOf(place: Place, cells: readonly string[]): string {
  const text = textOf(place, cells);
  return typeof text === 'string' ? text : '';
}

/** The cells that the text is made of. */
export function partsOf({ index, of = index, join }: Place, cells: readonly string[]): string[] {
  return (join?.parts ?? [of]).map((part) => cells[part] ?? '');
}

export function transformedBy(transform: Transform, place: Place): Transformed {
  return forLastRow((cells) => transform(rawCellOf(place, cells)));
}

/** Remembers the last row, since several readers of a row need the text. */
export function forLastRow(make: Transformed): Transformed {
  let last: readonly string[] | undefined;
  let made: string | Unfit = '';
  return (cells) => {
    if (cells !== last) {
      made = make(cells);
      last = cells;
    }
    return made;
  };
}
