/** Work that starts in order and may finish in any order, with a bound on how much runs at once. */
export interface Parallel {
  /** Waits for a free place, then starts the work. @throws the error of earlier work */
  begin(work: () => Promise<void>): Promise<void>;
  /** Waits until all work has finished. @throws the error of any work */
  end(): Promise<void>;
}

export function parallel(atOnce: number): Parallel {
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;

  async function settle(some: Promise<unknown>): Promise<void> {
    await some;
    if (failure !== undefined) throw failure.error;
  }

  return {
    begin: async (work) => {
      while (running.size >= atOnce) await settle(Promise.race(running));
      if (failure !== undefined) throw failure.error;
      const done: Promise<void> = work()
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => running.delete(done));
      running.add(done);
    },
    end: () => settle(Promise.all(running)),
  };
}

/** Runs `each` over the values. After an error nothing new starts; the error is thrown once what runs has finished. */
export async function inParallel<T>(
  values: readonly T[],
  atOnce: number,
  each: (value: T, index: number) => Promise<void>,
): Promise<void> {
  const { begin, end } = parallel(atOnce);
  try {
    for (const [index, value] of values.entries()) await begin(() => each(value, index));
  } finally {
    await end();
  }
}

export function inChunks<T>(values: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < values.length; at += size) chunks.push(values.slice(at, at + size));
  return chunks;
}
