import type { ItemKey } from './keys.ts';
import { type TableAccess, putItem } from './table-access.ts';

/** How many items a process remembers at most. A long-lived worker handles many runs. */
const rememberedMost = 10_000;

/**
 * Puts an item once per process, before the first write that it announces. So every month with runs is listed, and every seal
 * covers all runs that were written on its day.
 */
export function rememberedItems(access: TableAccess): (item: ItemKey) => Promise<void> {
  const written = new Map<string, Promise<void>>();
  return (item) => {
    const name = `${item.pk} ${item.sk}`;
    const known = written.get(name);
    if (known) return known;
    if (written.size >= rememberedMost) written.clear();
    const writing = putItem(access, { ...item });
    written.set(name, writing);
    writing.catch(() => written.delete(name));
    return writing;
  };
}
