/** What is said of a row that has fewer or more cells than the header. */
export function expectedWidth(width: number, cells: number): string {
  return `${width} cells, as many as the header has; this row has ${cells}`;
}

/** How many cells a row had of which that was said, or undefined where it was not. */
export function widthSaid(reason: string): number | undefined {
  const cells = /\d cells, as many as the header has; this row has (\d{1,9})/.exec(reason)?.[1];
  return cells === undefined ? undefined : Number(cells);
}
