import { signs, type RawCells } from '@sluice/sheets';

const [blank, hash, plus] = [0x20, 0x23, 0x2b];

/**
 * Whether a cell certainly has a text that JSON has byte by byte, without white space around it, and no formula error. Its
 * characters are printable ASCII or of U+00C0 to U+D7FF.
 */
export function isPlainCell(raw: RawCells, at: number): boolean {
  if (((raw.signs[at] ?? 0) & (signs.escaped | signs.rare)) !== 0) return false;
  return isTight(raw, at) && raw.bytes[raw.starts[at] ?? 0] !== hash;
}

/** Whether a cell without rare signs is not blank, and has no white space around its text. */
export function isTight({ bytes, starts, ends }: RawCells, at: number): boolean {
  const start = starts[at] ?? 0;
  const end = ends[at] ?? 0;
  return start < end && (bytes[start] ?? 0) > blank && (bytes[end - 1] ?? 0) > blank;
}

/** Whether a plain cell may be a shortened number, such as `1.23E+11`. */
export function mayEndInPower({ bytes, ends }: RawCells, at: number): boolean {
  const end = ends[at] ?? 0;
  return bytes[end - 3] === plus || bytes[end - 4] === plus;
}
