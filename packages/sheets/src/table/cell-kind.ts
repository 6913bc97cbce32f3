/** What a cell looks like, as evidence of what its row is. */
export type CellKind = 'blank' | 'figure' | 'date' | 'address' | 'text';

const longest = { figure: 40, address: 254 };
const figure = /^[\d\s.,'’()+\-–/:%$€£¥]+$/u;
const date = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T ][\d:. ]+(?:[AP]M|Z|[+-]\d\d:?\d\d)?)?$/iu;
const address = /^(?:[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+|https?:\/\/\S+)$/iu;

export function kindOf(cell: string): CellKind {
  const text = cell.trim();
  if (text === '') return 'blank';
  if (text.length <= longest.figure && /\d/u.test(text)) {
    if (date.test(text)) return 'date';
    if (figure.test(text)) return 'figure';
  }
  return text.length <= longest.address && address.test(text) ? 'address' : 'text';
}

/** What most cells of each column are. A column without values has no kind. */
export type ColumnKinds = readonly (CellKind | undefined)[];

/** The share of a column's cells that must be alike, and how many columns are looked at. */
const most = { unlike: 0.2, columns: 100 };

const known = new WeakMap<readonly string[], readonly CellKind[]>();

/** The kinds of the first cells of a row. Rows are looked at many times, so they are kept. */
export function kindsIn(cells: readonly string[]): readonly CellKind[] {
  const kinds = known.get(cells) ?? cells.slice(0, most.columns).map(kindOf);
  known.set(cells, kinds);
  return kinds;
}

const typedKinds = ['figure', 'date', 'address'] as const;

/** A column is only of a kind if at least so many cells are. */
export function columnKinds(rows: readonly (readonly string[])[], least = 1): ColumnKinds {
  const kinds = rows.map(kindsIn);
  const width = kinds.reduce((widest, { length }) => Math.max(widest, length), 0);
  return Array.from({ length: width }, (_, column) => {
    const counts = { blank: 0, figure: 0, date: 0, address: 0, text: 0 };
    for (const row of kinds) counts[row[column] ?? 'blank'] += 1;
    const filled = kinds.length - counts.blank;
    if (filled === 0) return undefined;
    return typedKinds.find((kind) => counts[kind] >= Math.max(least, filled * (1 - most.unlike))) ?? 'text';
  });
}

/** Whether the values of a column are of a kind that names of columns are not. */
export function isTyped(kind: CellKind | undefined): boolean {
  return kind !== undefined && kind !== 'text' && kind !== 'blank';
}

/** The places of the cells that are not blank. */
export function filledPlaces(cells: readonly string[]): number[] {
  return cells.flatMap((cell, place) => (cell.trim() === '' ? [] : [place]));
}

/** Whether two rows have the same cells, apart from spaces around them and blanks at their ends. */
export function areEqual(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.every((cell, at) => cell.trim() === (short[at] ?? '').trim());
}
