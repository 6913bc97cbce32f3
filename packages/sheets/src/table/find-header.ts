import { isBlankRow } from './blank-row.ts';

export interface HeaderFound {
  /** The number of its row. */
  readonly row: number;
  readonly columns: number;
}

interface NumberedRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** The most lines of a title above the header. */
const mostTitles = 20;

/**
 * Where the header would be if the file were split like this, to choose the delimiter: the first row that is not blank, or the one
 * below titles of one cell that is as wide as most rows and has a different name in every cell. Commas also occur in sentences, so they
 * need more evidence than other delimiters.
 */
export function findHeader(rows: readonly (readonly string[])[], isComma: boolean): HeaderFound | undefined {
  const filled = rows.map(numbered).filter(({ cells }) => !isBlankRow(cells));
  const [first] = filled;
  if (first === undefined) return undefined;
  const columns = tableWidth(filled.map(({ cells }) => cells.length));
  const here = { row: first.number, columns: first.cells.length };
  const titles = filled.findIndex((row) => !isTitle(row, columns));
  const header = filled[titles];
  if (columns < 2 || titles === 0 || header === undefined || titles > mostTitles) return here;
  const below = filled.slice(titles + 1);
  const alike = below.filter(({ cells }) => cells.length === columns).length;
  // A column of sentences also has commas: only a wide header, a blank row or delimiters mark a title.
  const apart = !isComma || columns > 2 || header.number > titles + 1 || first.cells.length > 1;
  const areNamed = isComma ? isNames(header.cells, columns) : header.cells.every(isName);
  const sure = apart && areNamed && alike > 0 && alike * 2 >= below.length;
  return sure ? { row: header.number, columns } : here;
}

function numbered(cells: readonly string[], index: number): NumberedRow {
  return { number: index + 1, cells };
}

/** The width of most rows. Titles and notes of one cell do not count if all rows between them are equally wide. */
export function tableWidth(widths: readonly number[]): number {
  const usual = mostFrequent(widths);
  const isWide = (width: number) => width > 1;
  if (isWide(usual) || !widths.some(isWide)) return usual;
  const between = widths.slice(widths.findIndex(isWide), widths.findLastIndex(isWide) + 1);
  return between.length > 1 && between.every((width) => width === between[0]) ? (between[0] ?? usual) : usual;
}

/** Among equals, the greater. */
function mostFrequent(widths: readonly number[]): number {
  const counts = [...Map.groupBy(widths, (width) => width)];
  return counts.toSorted(([a, x], [b, y]) => y.length - x.length || b - a)[0]?.[0] ?? 0;
}

function isTitle({ cells }: NumberedRow, columns: number): boolean {
  const [first, ...others] = cells;
  return cells.length <= columns && first?.trim() !== '' && isBlankRow(others);
}

/** A different name in every cell. */
export function isNames(cells: readonly string[], columns: number): boolean {
  const names = cells.map((cell) => cell.trimEnd().toLowerCase());
  return cells.length === columns && new Set(names).size === columns && names.every(isName);
}

/** A name of a column has a letter, and is neither an address nor the rest of a sentence. */
function isName(text: string): boolean {
  return (
    /^\S.*$/su.test(text) && /\p{L}/u.test(text) && text.length <= 100 && !/@[^@\r\n]*\.|^\d/u.test(text)
  );
}
