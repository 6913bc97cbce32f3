/** Pairs the values at the same index of two lists. */
export function zip<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  return first.flatMap((a, at): [A, B][] => {
    const b = second[at];
    return b === undefined ? [] : [[a, b]];
  });
}

export function distinct<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  const first = new Map<string, T>();
  for (const value of values) {
    const key = keyOf(value);
    if (!first.has(key)) first.set(key, value);
  }
  return [...first.values()];
}
