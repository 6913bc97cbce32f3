/** Items that are created once, and replaced only on the version before. */
export function versionedItems<T extends { readonly version: number }>() {
  const items = new Map<string, T>();
  return {
    get: (key: string) => items.get(key),
    all: () => [...items.values()],
    create: (key: string, item: T): boolean => !items.has(key) && Boolean(items.set(key, item)),
    update: (key: string, next: T): boolean =>
      items.get(key)?.version === next.version - 1 && Boolean(items.set(key, next)),
  };
}
