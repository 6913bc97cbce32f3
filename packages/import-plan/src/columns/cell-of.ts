import { ownText, type SheetRow } from '@sluice/sheets';
import { CellMemo } from '../cells/cell-memo.ts';
import type { CellCut } from '../transforms/cut-steps.ts';
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
  /** The same by the bytes of its cell, for transforms that leave a part of it as it is. */
  readonly cut?: CellCut | undefined;
}

/** The cells of a row, as texts and perhaps as bytes. */
export type RowCells = Pick<SheetRow, 'cells' | 'raw' | 'reference' | 'lostDigits'>;

export type Transformed = (row: RowCells) => string | Unfit;

/** One cell, without the others; blank where the row has none. */
export function cellAt(row: RowCells, at: number): string {
  const { raw } = row;
  if (raw === undefined) return row.cells[at] ?? '';
  return at < raw.width ? raw.textOf(at) : '';
}

/** The cell whose text a field has as it is; undefined if its text is made of cells. */
export function writtenAt({ index, of = index, join, transformed }: Place): number | undefined {
  return join === undefined && transformed === undefined ? of : undefined;
}

/** The text of a field before its transforms. Of joined columns, blank cells leave no separator. */
export function rawCellOf({ index, of = index, join }: Place, row: RowCells): string {
  if (join === undefined) return cellAt(row, of);
  return join.parts
    .map((part) => cellAt(row, part).trim())
    .filter((cell) => cell !== '')
    .join(join.with);
}

/** The text of a field. */
export function textOf(place: Place, row: RowCells): string | Unfit {
  return place.transformed === undefined ? rawCellOf(place, row) : place.transformed(row);
}

/** The same; blank where the cell does not fit. */
export function cellOf(place: Place, row: RowCells): string {
  const text = textOf(place, row);
  return typeof text === 'string' ? text : '';
}

/** The places of the cells that the text is made of. */
export function placesOf({ index, of = index, join }: Place): readonly number[] {
  return join?.parts ?? [of];
}

/** The cells that the text is made of. */
export function partsOf(place: Place, row: RowCells): string[] {
  return placesOf(place).map((part) => cellAt(row, part));
}

export function transformedBy(transform: Transform, place: Place): Transformed {
  const { index, of = index, join } = place;
  const make: Transformed = (row) => transform(rawCellOf(place, row));
  return forLastRow(join === undefined ? remembered(of, make) : make);
}

/** Makes no text again of a cell that was met before. */
function remembered(at: number, make: Transformed): Transformed {
  const memo = new CellMemo<string>(at);
  return (row) => {
    const { raw } = row;
    const met = raw && memo.find(raw);
    if (met !== undefined) return met;
    const made = make(row);
    if (raw !== undefined && typeof made === 'string') memo.keep(raw, () => ownText(made));
    return made;
  };
}

/** Remembers the last row, since several readers of a row need the text. */
export function forLastRow(make: Transformed): Transformed {
  let last: RowCells | undefined;
  let made: string | Unfit = '';
  return (row) => {
    if (row !== last) {
      made = make(row);
      last = row;
    }
    return made;
  };
}
