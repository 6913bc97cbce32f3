import { filledPlaces } from './cell-kind.ts';
import type { EvidenceName } from './evidence.ts';
import type { Top } from './preview.ts';

/** What the rows above a header say for or against it. */
export function evidenceAbove(top: Top, at: number, number: number): EvidenceName[] {
  const { preview, width, widest } = top;
  const { rows } = preview;
  const above = rows.slice(0, at);
  const found: EvidenceName[] = [];
  const before = above.at(-1);
  if (before === undefined) return found;
  const isApart = before.number < number - 1;
  if (isApart) found.push('apart');
  const marks = above.some(({ cells }) => cells.length > 1 || /^\s*#/u.test(cells[0] ?? ''));
  if (width < 3 && !isApart && !marks) found.push('sentence');
  for (const { cells } of above) {
    const shape = titleShape(cells, widest);
    if (shape === 'pair') found.push('pairAbove');
    if (shape === 'other') found.push(isRagged(cells, top) ? 'raggedAbove' : 'dataAbove');
  }
  return found;
}

/** Whether a row of a text file does not fit the table in any case, since it has other cells. */
export function isRagged(cells: readonly string[], { preview, width }: Top): boolean {
  return !preview.short && cells.length !== width;
}

/** What a row above a header is: a title has one cell; a pair has a label and a value, and is narrower than the table. */
export function titleShape(cells: readonly string[], width: number): 'title' | 'pair' | 'other' {
  const filled = filledPlaces(cells);
  if (filled.length < 2) return 'title';
  const isLabelled = (cells[filled[0] ?? 0] ?? '').trim().endsWith(':');
  if (filled.length === 2 && (isLabelled || width > 2)) return 'pair';
  const labels = filled.filter((place) => (cells[place] ?? '').trim().endsWith(':')).length;
  return labels * 2 >= filled.length ? 'pair' : 'other';
}
