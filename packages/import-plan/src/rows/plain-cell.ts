import { signs, type RawCells } from '@sluice/sheets';

const plus = 0x2b;

/**
 * Whether a cell certainly has a text that JSON has byte by byte, without white space around it, and no formula error. Its
 * characters are printable ASCII or of U+00C0 to U+D7FF.
 */
export function isPlainCell({ bytes, starts, ends, signs: all }: RawCells, at: number): boolean {
  const start = starts[at] ?? 0;
  const end = ends[at] ?? 0;
  if (start === end || ((all[at] ?? 0) & (signs.escaped | signs.rare)) !== 0) return false;
  // No blank, and no `#` in front.
  return (bytes[start] ?? 0) > 0x23 && (bytes[end - 1] ?? 0) > 0x20;
}

/** Whether a plain cell may be a shortened number, such as `1.23E+11`. */
export function mayEndInPower({ bytes, ends }: RawCells, at: number): boolean {
  const end = ends[at] ?? 0;
  return bytes[end - 3] === plus || bytes[end - 4] === plus;
}
