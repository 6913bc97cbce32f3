import type { RawRow } from '../model/raw-cells.ts';

/** The first bytes of the first cells of a header; 0 for a blank. */
export function firstBytesOf(cells: readonly string[]): ReadonlySet<number> {
  const encoder = new TextEncoder();
  return new Set(cells.map((cell) => encoder.encode(cell)[0] ?? 0));
}

/** Whether the first bytes of its cells show that a row is data: two are letters, unlike in totals and notes, and it begins as no header. */
export function isSurelyData({ chunk, first, width }: RawRow, firstOfHeader: ReadonlySet<number>): boolean {
  const { bytes, starts, ends } = chunk;
  if (firstOfHeader.has(bytes[starts[first] ?? 0] ?? 0)) return false;
  let words = 0;
  for (let at = first; at < first + width; at += 1) {
    const start = starts[at] ?? 0;
    const byte = start === ends[at] ? 0 : (bytes[start] ?? 0);
    if (byte > 0x40 && byte < 0x7f && (words += 1) > 1) return true;
  }
  return false;
}
