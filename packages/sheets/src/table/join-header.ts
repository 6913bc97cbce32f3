import type { CellRange } from './preview.ts';
import type { Knows } from '../model/sheet.ts';

interface HeaderRows {
  /** The number of the first row. */
  readonly top: number;
  readonly rows: readonly (readonly string[])[];
  readonly merges?: readonly CellRange[] | undefined;
}

/**
 * The names of the columns from one to three rows. A name above several columns is carried to the right, and joined with the names
 * below it. Where the last name alone is known and the joined one is not, it is taken alone.
 */
export function joinHeader({ top, rows, merges }: HeaderRows, knows?: Knows): string[] {
  const [only = []] = rows;
  if (rows.length < 2) return [...only];
  const width = Math.max(...rows.map(({ length }) => length));
  const carried = rows.map((cells, at) =>
    carry(cells, { number: top + at, below: rows.slice(at + 1), merges }),
  );
  const parts = Array.from({ length: width }, (_, column) => {
    const each = carried.map((cells) => (cells[column] ?? '').trim()).filter((text) => text !== '');
    return each.filter((text, at) => text !== each[at - 1]);
  });
  const lasts = parts.map((each) => each.at(-1) ?? '');
  const counts = Map.groupBy(lasts, (name) => name.toLowerCase());
  return parts.map((each, column) => {
    const [joined, last] = [each.join(' '), lasts[column] ?? ''];
    if (knows === undefined || each.length < 2 || knows(joined)) return joined;
    return counts.get(last.toLowerCase())?.length === 1 && knows(last) ? last : joined;
  });
}

interface Upper {
  readonly number: number;
  readonly below: readonly (readonly string[])[];
  readonly merges?: readonly CellRange[] | undefined;
}

/** Fills the blanks to the right of a name, as far as there are names below: within its merged cells if the row has any. */
function carry(cells: readonly string[], { number, below, merges }: Upper): string[] {
  if (below.length === 0) return [...cells];
  const merged = merges?.filter(({ top, left, right }) => top === number && right > left) ?? [];
  const width = Math.max(cells.length, ...below.map(({ length }) => length));
  const filled: string[] = [];
  for (let column = 0; column < width; column += 1) {
    const own = cells[column] ?? '';
    const spans = merged.some(({ left, right }) => left <= column && column < right);
    const isBelow = below.some((row) => (row[column] ?? '').trim() !== '');
    const takes = own.trim() === '' && isBelow && (merged.length === 0 || spans);
    filled.push(takes ? (filled[column - 1] ?? '') : own);
  }
  return filled;
}
