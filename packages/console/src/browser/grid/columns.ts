/** A column of a grid. */
export interface GridColumn {
  readonly header: string;
  /** What is below the header, such as the field that it fills. */
  readonly about?: string | undefined;
  /** In px, before somebody changes it. */
  readonly width?: number | undefined;
}

const usualWidth = 150;
export const leastWidth = 40;
const mostWidth = 2000;

export const widthWithin = (width: number): number =>
  Math.round(Math.min(mostWidth, Math.max(leastWidth, width)));

/** Wide enough for the longest of these texts, within reason. */
export function widthFor(texts: readonly string[]): number {
  const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
  return Math.min(320, Math.max(70, 24 + longest * 8));
}

/** Where each column begins, in px, and behind them where the last ends. */
export function offsetsOf(columns: readonly GridColumn[], widths: ReadonlyMap<number, number>): number[] {
  const offsets = [0];
  for (const [at, { width = usualWidth }] of columns.entries())
    offsets.push((offsets[at] ?? 0) + (widths.get(at) ?? width));
  return offsets;
}

/** The columns that are seen between two places, from the first to before the last. */
export function columnsBetween(offsets: readonly number[], left: number, right: number) {
  const from = Math.max(0, firstBeyond(offsets, left) - 1);
  const to = Math.min(offsets.length - 1, firstBeyond(offsets, right));
  return { from, to };
}

/** The first place that is beyond this one. */
function firstBeyond(offsets: readonly number[], place: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
