import type { Position, SheetOptions } from '../model/sheet.ts';

/** The characters of a column: from the first one, counted from 0, to the place after the last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the columns are in lines of text; undefined unless that is stated. */
export function spansOf({ widths, positions }: SheetOptions): readonly Span[] | undefined {
  if (positions !== undefined) return positions.map(spanOf);
  let to = 0;
  return widths?.map((width) => ({ from: to, to: (to += width) }));
}

function spanOf({ start, length = 1, end = start + length - 1 }: Position): Span {
  return { from: start - 1, to: end };
}

/** The names of the columns; undefined if a header has them. */
export function namesOf({ columns, positions }: SheetOptions): readonly string[] | undefined {
  const names = positions?.flatMap(({ name }) => name ?? []);
  return names?.length ? names : columns;
}
