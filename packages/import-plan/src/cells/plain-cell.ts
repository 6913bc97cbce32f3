import { mayBeNoValue } from './no-value.ts';
import { signs, type RawCells, type RawRow } from '@sluice/sheets';

const [blank, plus] = [0x20, 0x2b];

/**
 * Whether a cell certainly has a text that JSON has byte by byte, without white space around it. Its characters are printable
 * ASCII or of U+00C0 to U+D7FF.
 */
export function isPlainCell(raw: RawCells, at: number): boolean {
  return ((raw.signs[at] ?? 0) & (signs.escaped | signs.rare)) === 0 && isTight(raw, at);
}

/** The bytes of a cell, or a part of them. */
export interface CellPart {
  readonly from: number;
  readonly to: number;
  /** What the cell has. */
  readonly signs: number;
}

/** A part for cell after cell, so that none needs an object of its own. */
export type FoundPart = { -readonly [Key in keyof CellPart]: CellPart[Key] };

export const noPart = (): FoundPart => ({ from: 0, to: 0, signs: 0 });

/** Finds the bytes of a cell, if it is plain. */
export function findPlain(row: RawRow, at: number, found: FoundPart): boolean {
  return find(row, at, found) && isPlainCell(row.chunk, row.first + at);
}

/** The same for a cell that may also have what JSON escapes. */
export function findTight(row: RawRow, at: number, found: FoundPart): boolean {
  return find(row, at, found) && (found.signs & signs.rare) === 0 && isTight(row.chunk, row.first + at);
}

function find({ chunk, first, width }: RawRow, at: number, found: FoundPart): boolean {
  if (at >= width) return false;
  found.from = chunk.starts[first + at] ?? 0;
  found.to = chunk.ends[first + at] ?? 0;
  found.signs = chunk.signs[first + at] ?? 0;
  return true;
}

/** Whether a cell without rare signs is not blank, and has no white space around its text. */
export function isTight({ bytes, starts, ends }: RawCells, at: number): boolean {
  const start = starts[at] ?? 0;
  const end = ends[at] ?? 0;
  return start < end && (bytes[start] ?? 0) > blank && (bytes[end - 1] ?? 0) > blank;
}

/** Whether a part of a plain cell may be no value or, where digits matter, a shortened number, such as `1.23E+11`. */
export function mayBeMistaken({ bytes }: RawCells, { from, to }: CellPart, digits: boolean): boolean {
  if (mayBeNoValue(to - from, bytes[from], bytes[to - 4])) return true;
  return digits && (bytes[to - 3] === plus || bytes[to - 4] === plus);
}
