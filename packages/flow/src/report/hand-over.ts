/** Hands values from one that makes them to one that takes them, who each wait for the other. */
export function handOver<T>() {
  let waiting = Promise.withResolvers<T | undefined>();
  let taken = Promise.withResolvers<void>();
  let isLeft = false;
  let isEnded = false;
  async function* values(): AsyncGenerator<T, void, void> {
    try {
      while (!isEnded) {
        const value = await waiting.promise;
        if (value === undefined) return;
        waiting = Promise.withResolvers();
        taken.resolve();
        yield value;
      }
    } finally {
      leave();
    }
  }
  function leave(): void {
    isLeft = true;
    taken.resolve();
  }
  return {
    /** Resolves once the value is taken, or nobody takes any more. */
    give: async (value: T): Promise<void> => {
      if (isLeft) return;
      taken = Promise.withResolvers();
      waiting.resolve(value);
      await taken.promise;
    },
    end: (): void => {
      isEnded = true;
      waiting.resolve(undefined);
    },
    leave,
    taken: values(),
  };
}
