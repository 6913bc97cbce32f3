/** A cache that drops the least recently used values. @param most the sum of the weights of what is kept */
export function keepRecent<T>(most: number, weightOf: (value: T) => number) {
  const kept = new Map<string, T>();
  let weight = 0;
  const take = (key: string): T | undefined => {
    const value = kept.get(key);
    if (value === undefined) return undefined;
    kept.delete(key);
    weight -= weightOf(value);
    return value;
  };
  const put = (key: string, value: T): void => {
    kept.set(key, value);
    weight += weightOf(value);
  };
  return {
    get: (key: string): T | undefined => {
      const value = take(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set: (key: string, value: T): void => {
      take(key);
      put(key, value);
      for (const oldest of kept.keys()) {
        if (weight <= most) return;
        take(oldest);
      }
    },
  };
}
