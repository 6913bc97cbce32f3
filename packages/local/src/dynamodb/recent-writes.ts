import type { Item } from '../iam/item-requests.ts';

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
  /** Entries before this one are forgotten. */
  #first = 0;

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
    for (const entry of this.#entries.slice(this.#first))
      if (entry.table === table && !images.has(entry.key)) images.set(entry.key, entry.before);
    return images;
  }

  #forget(): void {
    const since = this.#now() - this.#lagMs;
    while ((this.#entries[this.#first]?.at ?? Infinity) <= since) this.#first += 1;
    // To cut off a few for each write would copy all of them each time.
    if (this.#first * 2 < this.#entries.length) return;
    this.#entries.splice(0, this.#first);
    this.#first = 0;
  }
}

export function textOfKey(key: Item): string {
  const names = Object.keys(key).toSorted();
  return JSON.stringify(names.map((name) => key[name]));
}
