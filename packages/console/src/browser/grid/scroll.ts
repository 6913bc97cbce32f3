export const rowHeight = 28;
/** Firefox collapses an element of some 17,800,000 px, Chromium ends it at 33,554,428. */
const mostHeight = 8_000_000;

/** The rows of a grid and the height of its window, in px. */
export interface Extent {
  readonly rows: number;
  readonly height: number;
}

/** As high as the rows, or as an element can be: then each of its pixels stands for several. */
export function scrolledHeight({ rows }: Extent): number {
  return Math.min(rows * rowHeight, mostHeight);
}

/** The largest position: the last row ends where the window ends. */
export function lastPosition({ rows, height }: Extent): number {
  return Math.max(0, rows * rowHeight - height);
}

/** How far the rows are scrolled, in px, when the element is scrolled so far. */
export function positionAt(scrollTop: number, extent: Extent): number {
  const range = scrolledHeight(extent) - extent.height;
  if (range <= 0) return 0;
  return Math.min(1, Math.max(0, scrollTop / range)) * lastPosition(extent);
}

/** How far the element is scrolled for this position. */
export function scrollTopAt(position: number, extent: Extent): number {
  const last = lastPosition(extent);
  return last === 0 ? 0 : (position / last) * Math.max(0, scrolledHeight(extent) - extent.height);
}

/** The nearest position at which the row is seen whole. */
export function positionShowing(row: number, position: number, extent: Extent): number {
  const top = row * rowHeight;
  const least = top + rowHeight - extent.height;
  return Math.min(lastPosition(extent), Math.max(0, Math.min(top, Math.max(least, position))));
}

/** The rows that are seen, from the first to before the last, and where the first begins in the window, in px. */
export function rowsAt(position: number, { rows, height }: Extent) {
  const from = Math.floor(position / rowHeight);
  const to = Math.min(rows, Math.ceil((position + height) / rowHeight));
  return { from, to, top: from * rowHeight - position };
}
