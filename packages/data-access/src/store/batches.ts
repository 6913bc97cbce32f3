export function inChunks<T>(values: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < values.length; at += size) chunks.push(values.slice(at, at + size));
  return chunks;
}

/** Runs `each` over the values, at most `atOnce` under way; ends with the first error, once those under way are done. */
export async function inParallel<T>(
  values: readonly T[],
  atOnce: number,
  each: (value: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let stopped = false;
  const worker = async (): Promise<void> => {
    while (!stopped && next < values.length) {
      const index = next;
      next += 1;
      const value = values[index];
      if (value === undefined) continue;
      try {
        await each(value, index);
      } catch (error) {
        stopped = true;
        throw error;
      }
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: Math.min(atOnce, values.length) }, worker));
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Pairs each of the first with the second at its place. */
export function zip<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  return first.flatMap((a, at): [A, B][] => {
    const b = second[at];
    return b === undefined ? [] : [[a, b]];
  });
}

/** The first value of each key. */
export function distinct<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  const first = new Map<string, T>();
  for (const value of values) {
    const key = keyOf(value);
    if (!first.has(key)) first.set(key, value);
  }
  return [...first.values()];
}
