/** Work that is begun in order and may end in any; no more than some at once. */
export interface Parallel {
  /** Waits for a free place and begins. @throws what earlier work threw */
  begin(work: () => Promise<void>): Promise<void>;
  /** Waits until all has ended. @throws what any work threw */
  end(): Promise<void>;
}

export function inParallel(atOnce: number): Parallel {
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
