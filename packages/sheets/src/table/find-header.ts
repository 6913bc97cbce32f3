import type { SkippedRow } from '../sheet.ts';
import { isBlankRow } from './blank-row.ts';

export interface HeaderFound {
  /** The number of its row. */
  readonly row: number;
  readonly columns: number;
  /** Rows that are certainly neither header nor data. */
  readonly skipped: readonly SkippedRow[];
  readonly note?: string;
}

interface NumberedRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** The most lines of a title above the header. */
const mostTitles = 20;

/**
 * The header is the first row that is not blank. Rows are skipped only if they are certainly a title: each has one cell, the next
 * row is as wide as most rows, and that row has a different name in every cell.
 */
export function findHeader(rows: readonly (readonly string[])[]): HeaderFound | undefined {
  const filled = rows.map(numbered).filter(({ cells }) => !isBlankRow(cells));
  const [first] = filled;
  if (first === undefined) return undefined;
  const columns = usualWidth(filled);
  const here = { row: first.number, columns: first.cells.length, skipped: [] };
  const titles = filled.findIndex((row) => !isTitle(row, columns));
  const header = filled[titles];
  if (columns < 2 || titles === 0) return here;
  const note = `Row ${first.number} was taken for the header, though it has one cell and others have ${columns}. If another row has the names of the columns, state its number.`;
  if (header === undefined || titles > mostTitles) return { ...here, note };
  const below = filled.slice(titles + 1);
  const alike = below.filter(({ cells }) => cells.length === columns).length;
  // A column of sentences also has commas: only a wide header, a blank row or delimiters mark a title.
  const apart = columns > 2 || header.number > titles + 1 || first.cells.length > 1;
  const sure = apart && isNames(header.cells, columns) && alike > 0 && alike * 2 >= below.length;
  if (!sure) return { ...here, note };
  const skipped = filled
    .slice(0, titles)
    .map(({ number: row }) => ({ row, why: 'a title above the header' }));
  return { row: header.number, columns, skipped };
}

function numbered(cells: readonly string[], index: number): NumberedRow {
  return { number: index + 1, cells };
}

/** The width of most rows; among equals, the greater. */
function usualWidth(rows: readonly NumberedRow[]): number {
  const widths = [...Map.groupBy(rows, ({ cells }) => cells.length)].map(([width, { length }]) => ({
    width,
    length,
  }));
  return widths.toSorted((a, b) => b.length - a.length || b.width - a.width)[0]?.width ?? 0;
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
