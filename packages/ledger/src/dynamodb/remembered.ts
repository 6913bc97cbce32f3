import type { ItemKey } from './keys.ts';
import { type TableAccess, putItem } from './table-access.ts';

/** How many items a process remembers; a worker that lives long meets many runs. */
const rememberedMost = 10_000;

/**
 * Puts an item before the first write that it speaks of in this process: so that no run is in a month that nobody looks into, and none
 * is written to on a day whose seal does not look at it.
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
