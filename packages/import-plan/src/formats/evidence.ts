/** What the cells of a column say of two ways to read them. Constant memory. */
export interface Evidence<Way extends string> {
  /** @param readings what the cell says when it is read in the first way, and in the second; undefined where it cannot be */
  see(row: number, readings: readonly [string | undefined, string | undefined]): void;
  /** The first row that can be read in this way alone. */
  first(way: Way): number | undefined;
  /** Whether a row says two different things in the two ways. */
  isOpen(): boolean;
}

export function createEvidence<Way extends string>(one: Way, other: Way): Evidence<Way> {
  const firsts = new Map<Way, number>();
  let isOpen = false;
  return {
    see: (row, [first, second]) => {
      if (first === second) return;
      if (first !== undefined && second !== undefined) {
        isOpen = true;
        return;
      }
      const way = second === undefined ? one : other;
      if (!firsts.has(way)) firsts.set(way, row);
    },
    first: (way) => firsts.get(way),
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
