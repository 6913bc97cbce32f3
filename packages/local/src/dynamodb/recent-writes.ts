import type { Item } from '../iam/requests/dynamodb.ts';

interface Entry {
  readonly at: number;
  readonly table: string;
  readonly key: string;
  readonly before: Item | undefined;
}

/** The items before the writes of the last moments, as indexes that lag behind still have them. */
export class RecentWrites {
  readonly #lagMs: number;
  readonly #now: () => number;
  #entries: Entry[] = [];

  constructor(lagMs: number, now: () => number) {
    this.#lagMs = lagMs;
    this.#now = now;
  }

  /** @param before the item that was there; undefined if there was none */
  add(table: string, key: Item, before: Item | undefined): void {
    this.#forget();
    this.#entries.push({ at: this.#now(), table, key: textOfKey(key), before });
  }

  /** The state of each item of a table before all writes that its indexes do not have yet, by the text of its key. */
  of(table: string): ReadonlyMap<string, Item | undefined> {
    this.#forget();
    const images = new Map<string, Item | undefined>();
    for (const entry of this.#entries)
      if (entry.table === table && !images.has(entry.key)) images.set(entry.key, entry.before);
    return images;
  }

  #forget(): void {
    const since = this.#now() - this.#lagMs;
    const first = this.#entries.findIndex(({ at }) => at > since);
    if (first !== 0) this.#entries = first === -1 ? [] : this.#entries.slice(first);
  }
}

export function textOfKey(key: Item): string {
  const names = Object.keys(key).toSorted();
  return JSON.stringify(names.map((name) => key[name]));
}
