import { hash } from 'node:crypto';

const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const timeDigits = 10;
const orderDigits = 4;
const tailDigits = 12;

function base32(value: number, width: number): string {
  let text = '';
  for (let rest = value; text.length < width; rest = Math.floor(rest / 32)) text = digits[rest % 32] + text;
  return text;
}

function base32Hash(text: string, width: number): string {
  let hashed = '';
  for (const byte of hash('sha256', text, 'buffer').subarray(0, width)) hashed += digits[byte % 32];
  return hashed;
}

/** An id of 26 characters that sorts by time, then `order` (below 32^4). A repeat with the seed gives the same id. */
export function orderedId(time: Date, seed: string, order: number): string {
  return (
    base32(time.getTime(), timeDigits) +
    base32(order, orderDigits) +
    base32Hash(`${seed} ${order}`, tailDigits)
  );
}

export const isOrderedId = (text: string): boolean => /^[0-9a-hjkmnp-tv-z]{26}$/u.test(text);

export function timeOf(id: string): Date {
  const value = Array.from(id.slice(0, timeDigits)).reduce(
    (sum, digit) => sum * digits.length + digits.indexOf(digit),
    0,
  );
  return new Date(value);
}

export const shardCount = 8;

/** The shard of a record. Ids that follow one another in time are spread over all shards. */
export function shardOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193) >>> 0;
  return (hash >>> 13) % shardCount;
}

/** Every shard of these kinds. */
export const shardsOf = <Kind extends string>(kinds: Iterable<Kind>): { kind: Kind; shard: number }[] =>
  [...kinds].flatMap((kind) => Array.from({ length: shardCount }, (_, shard) => ({ kind, shard })));
