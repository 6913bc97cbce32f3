import type { Item, Value } from './expressions.ts';

/** The units of a table with one index, as AWS bills them. */
export interface Units {
  readonly reads: number;
  /** Those of the index too. */
  readonly writes: number;
}

export interface Index {
  readonly keys: readonly [partition: string, sort: string];
  /** Further attributes that it carries; all of them when absent. */
  readonly include?: readonly string[] | undefined;
}
export const ledgerIndex: Index = { keys: ['gsi1pk', 'gsi1sk'] };

const bytesOf = (text: string): number => Buffer.byteLength(text);
/** A list or a map has 3 bytes, and one for each of its members. */
const sizeOfValue = (value: Value): number => {
  const [[kind, inner] = ['NULL', true]] = Object.entries(value);
  if (kind === 'N') return Math.ceil(String(inner).replace(/[-.]/gu, '').length / 2) + 1;
  if (kind === 'L') return 3 + (inner as Value[]).reduce((sum, one) => sum + 1 + sizeOfValue(one), 0);
  if (kind === 'M') return 3 + sizeOf(inner as Item) + Object.keys(inner as Item).length;
  if (kind === 'B') return Math.floor((String(inner).length * 3) / 4);
  return kind === 'S' ? bytesOf(String(inner)) : 1;
};

export const sizeOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + bytesOf(name) + sizeOfValue(value), 0);

const kilobytes = (item: Item): number => Math.max(1, Math.ceil(sizeOf(item) / 1024));
const blocks = (bytes: number): number => Math.max(1, Math.ceil(bytes / 4096));

/** Of one write: the larger of both items, and in the index an entry that leaves, one that enters, or one that changes. */
export function writesOf(
  { before, after }: { readonly before?: Item | undefined; readonly after?: Item | undefined },
  index: Index,
): { readonly table: number; readonly index: number } {
  const table = Math.max(...[before, after].map((item) => (item ? kilobytes(item) : 1)));
  const [left, entered] = [before, after].map((item) => entryOf(item, index));
  const isSamePlace = left && entered && placeIn(left, index) === placeIn(entered, index);
  if (isSamePlace && JSON.stringify(left) === JSON.stringify(entered)) return { table, index: 0 };
  if (isSamePlace) return { table, index: Math.max(kilobytes(left), kilobytes(entered)) };
  return { table, index: (left ? kilobytes(left) : 0) + (entered ? kilobytes(entered) : 0) };
}

const placeIn = (item: Item, { keys }: Index): string => JSON.stringify(keys.map((name) => item[name]));

/** What the index has of an item, if it has its keys. */
export function entryOf(item: Item | undefined, { keys, include }: Index): Item | undefined {
  if (item === undefined || keys.some((name) => item[name] === undefined)) return undefined;
  if (include === undefined) return item;
  const names = new Set(['pk', 'sk', ...keys, ...include]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}

/** Of one request that reads these items; of a query they count together. */
export function readsOf(
  items: readonly Item[],
  how: { readonly isStrong: boolean; readonly together: boolean },
): number {
  const sizes = items.map(sizeOf);
  const units = how.together
    ? blocks(sizes.reduce((sum, size) => sum + size, 0))
    : sizes.reduce((sum, size) => sum + blocks(size), 0);
  return how.isStrong ? units : units / 2;
}
