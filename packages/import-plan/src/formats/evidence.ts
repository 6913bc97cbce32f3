export type Evidence<Way extends string> = ReturnType<typeof createEvidence<Way>>;

/** What the cells of a column show about two ways to read them. Constant memory. */
export function createEvidence<Way extends string>(one: Way, other: Way) {
  const firsts = new Map<Way, number>();
  let isOpen = false;
  return {
    /** Takes the cell read in the first way and in the second; undefined if it cannot be read. */
    see: (row: number, [first, second]: readonly [string | undefined, string | undefined]): void => {
      if (first === second) return;
      if (first !== undefined && second !== undefined) {
        isOpen = true;
        return;
      }
      const way = second === undefined ? one : other;
      if (!firsts.has(way)) firsts.set(way, row);
    },
    /** The first row that can only be read in this way. */
    first: (way: Way) => firsts.get(way),
    /** Whether the two ways read a row differently. */
    isOpen: () => isOpen,
  };
}

/** `row 2`, `rows 2, 3 and 7`, or `rows 2, 3, 7 and 40 more`. */
export function rowsText(rows: readonly number[], more = 0): string {
  const named = [...rows.map(String), ...(more === 0 ? [] : [`${more} more`])];
  return named.length < 2
    ? `row ${named.join()}`
    : `rows ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
