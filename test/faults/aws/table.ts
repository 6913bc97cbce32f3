import type { Item, Value } from './expressions.ts';

/** How late what is written is seen, by the clock of a test. */
export interface Lag {
  readonly now: () => Date;
  /** In the index. */
  readonly indexMs: number;
  /** In reads that do not ask for consistency. */
  readonly readMs: number;
}

export const textOf = (value: Value | undefined): string => String(value?.['S'] ?? '');
export const placeOf = (key: Item = {}): string => `${textOf(key['pk'])}\n${textOf(key['sk'])}`;

interface Written {
  readonly at: number;
  readonly place: string;
  readonly before: Item | undefined;
}

/** The items of a table, as they are and as they were a moment ago. */
export class Table {
  readonly #items = new Map<string, Item>();
  readonly #lag: Lag | undefined;
  #recent: Written[] = [];

  constructor(lag?: Lag) {
    this.#lag = lag;
  }

  get(place: string): Item | undefined {
    return this.#items.get(place);
  }

  put(place: string, after: Item | undefined): void {
    if (this.#lag) this.#recent.push({ at: this.#now(), place, before: this.#items.get(place) });
    if (after) this.#items.set(place, after);
    else this.#items.delete(place);
  }

  /** All items as a reader sees them that may lag so far behind; `undefined` for one that may not. */
  seen(by: 'indexMs' | 'readMs' | undefined): ReadonlyMap<string, Item> {
    if (this.#lag === undefined || by === undefined) return this.#items;
    const { indexMs, readMs } = this.#lag;
    const [oldest, since] = [Math.max(indexMs, readMs), this.#now() - this.#lag[by]];
    this.#recent = this.#recent.filter(({ at }) => at > this.#now() - oldest);
    const late = this.#recent.filter(({ at }) => at > since);
    if (late.length === 0) return this.#items;
    const before = new Map(this.#items);
    for (const one of late.toReversed())
      if (one.before) before.set(one.place, one.before);
      else before.delete(one.place);
    return before;
  }

  /** Deletes items whose time to live is over. DynamoDB does so within days, and until then they can be read. */
  expire(now: Date): void {
    for (const [place, item] of this.#items) {
      const until = Number(item['expires']?.['N']);
      if (until * 1000 < now.getTime()) this.put(place, undefined);
    }
  }

  /** @returns what makes the table again what it was at this moment */
  backup(): () => void {
    const kept = [...this.#items];
    return () => {
      this.#items.clear();
      for (const [place, item] of kept) this.#items.set(place, item);
      this.#recent = [];
    };
  }

  #now(): number {
    return this.#lag?.now().getTime() ?? 0;
  }
}
