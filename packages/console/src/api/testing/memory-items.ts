import type { ConsoleItems } from '../items.ts';

/** Keeps everything, also what is over: the cores must not rely on its removal. */
export function createMemoryItems(): ConsoleItems & { readonly stored: Map<string, object> } {
  const stored = new Map<string, object>();
  const put = (key: string, item: object) => {
    stored.set(key, structuredClone(item));
    return true;
  };
  return {
    stored,
    get: async (key) => structuredClone(stored.get(key)),
    add: async (key, item) => !stored.has(key) && put(key, item),
    replace: async (key, item) => stored.has(key) && put(key, item),
    take: async (key) => {
      const item = stored.get(key);
      stored.delete(key);
      return item;
    },
  };
}
