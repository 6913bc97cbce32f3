import { jsonError, type AwsAnswer } from './answer.ts';
import type { Item } from './expressions.ts';
import { placeOf, textOf } from './table.ts';
import { sizeOf } from './units.ts';

/** What DynamoDB takes and gives at once. */
export const limits = {
  itemBytes: 400 * 1024,
  pageBytes: 1024 * 1024,
  batchBytes: 16 * 1024 * 1024,
  transactionBytes: 4 * 1024 * 1024,
  keyBytes: { pk: 2048, sk: 1024 },
  transaction: 100,
  keys: 100,
  statements: 25,
} as const;

export const invalid = (message: string): AwsAnswer => jsonError('ValidationException', { message });

/** Why DynamoDB takes no item under this key; undefined if it does. */
export function keyRefused(key: Item = {}): AwsAnswer | undefined {
  for (const [name, most] of Object.entries(limits.keyBytes)) {
    const bytes = Buffer.byteLength(textOf(key[name]));
    if (bytes === 0 || bytes > most) return invalid(`The key ${name} has ${bytes} bytes`);
  }
  return undefined;
}

/** Why DynamoDB stores no such item; undefined if it does. */
export function itemRefused(item: Item | undefined): AwsAnswer | undefined {
  const isTooLarge = item !== undefined && sizeOf(item) > limits.itemBytes;
  return isTooLarge ? invalid('Item size has exceeded the maximum allowed size') : undefined;
}

/** Why DynamoDB takes no request about these items at once; undefined if it does. */
export function togetherRefused(keys: readonly Item[], most: number): AwsAnswer | undefined {
  if (keys.length === 0 || keys.length > most) return invalid(`${keys.length} items at once`);
  const places = new Set(keys.map(placeOf));
  return places.size < keys.length ? invalid('One item twice in a request') : undefined;
}

/** As many items as fit, at least one. */
export function thatFit<T>(all: readonly T[], itemOf: (one: T) => Item, mostBytes: number): readonly T[] {
  let bytes = 0;
  const end = all.findIndex((one, at) => (bytes += sizeOf(itemOf(one))) > mostBytes && at > 0);
  return end < 0 ? all : all.slice(0, end);
}
