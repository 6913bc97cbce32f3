/** Writes two numbers of 32 bits, not both 0. */
export type TextHash = (text: string, pair: Int32Array) => void;

/** A power of two. Each part grows by itself, so that only a small share of the set is copied at a time. */
const parts = 64;
/** Pairs of the first table of a part. */
const firstPairs = 16;
/** A part grows by this factor when this share of its pairs is used. */
const growth = { full: 0.75, times: 1.45 };

/**
 * A set of texts that stores only 64 bits of hash for each: 10 to 14 bytes a text, also while it grows. Two texts may have the
 * same hash, so a hit must be confirmed.
 */
export class LookupSet {
  readonly #hash: TextHash;
  /** The hash of the last text. */
  readonly #pair = new Int32Array(2);
  /** Those that have a text: most sets are small. */
  readonly #parts: Part[] = [];
  #size = 0;

  constructor(hash: TextHash = hash64) {
    this.#hash = hash;
  }

  get size(): number {
    return this.#size;
  }

  /** The memory that it uses. */
  get bytes(): number {
    return this.#parts.reduce((sum, { slots }) => sum + slots.byteLength, 0);
  }

  /** False if the set already had it, or one with the same hash. */
  add(text: string): boolean {
    const part = (this.#parts[this.#placeOf(text)] ??= { slots: newSlots(firstPairs), size: 0 });
    if (part.size * 2 >= part.slots.length * growth.full) grow(part);
    const isNew = put(part.slots, this.#pair[0] ?? 0, this.#pair[1] ?? 0);
    if (isNew) {
      part.size += 1;
      this.#size += 1;
    }
    return isNew;
  }

  has(text: string): boolean {
    const slots = this.#parts[this.#placeOf(text)]?.slots;
    if (slots === undefined) return false;
    const at = find(slots, this.#pair[0] ?? 0, this.#pair[1] ?? 0);
    return slots[at] !== 0 || slots[at + 1] !== 0;
  }

  #placeOf(text: string): number {
    this.#hash(text, this.#pair);
    return (this.#pair[0] ?? 0) & (parts - 1);
  }
}

interface Part {
  slots: Int32Array<ArrayBuffer>;
  size: number;
}

const newSlots = (pairs: number) => new Int32Array(2 * pairs);

function grow(part: Part): void {
  const old = part.slots;
  const slots = newSlots(Math.ceil((old.length / 2) * growth.times));
  for (let from = 0; from < old.length; from += 2) {
    const high = old[from] ?? 0;
    const low = old[from + 1] ?? 0;
    if (high !== 0 || low !== 0) put(slots, high, low);
  }
  part.slots = slots;
  // Frees the memory now: the garbage collector may keep it for long while the heap is small.
  old.buffer.transfer(0);
}

/**
 * Somebody can choose lookups whose hashes lie side by side, so that each search passes all others. So the slots depend on
 * numbers that nobody knows; what the set holds does not.
 */
const [seedA = 0, seedB = 0] = crypto.getRandomValues(new Int32Array(2));

function spread(high: number, low: number): number {
  let mixed = Math.imul(high ^ seedA, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ low ^ seedB, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** False if the pair is there. */
function put(slots: Int32Array, high: number, low: number): boolean {
  const at = find(slots, high, low);
  if (slots[at] !== 0 || slots[at + 1] !== 0) return false;
  slots[at] = high;
  slots[at + 1] = low;
  return true;
}

/** The slot of the pair, or the free slot for it. */
function find(slots: Int32Array, high: number, low: number): number {
  // The hash as a share of all pairs, since their number is no power of two.
  let at = 2 * Math.floor((spread(high, low) / 2 ** 32) * (slots.length / 2));
  for (;;) {
    const one = slots[at];
    const other = slots[at + 1];
    if ((one === high && other === low) || (one === 0 && other === 0)) return at;
    at = at + 2 === slots.length ? 0 : at + 2;
  }
}

/** Two rounds of 32 bits that feed each other (after cyrb53). Never 0, which marks a free slot. */
function hash64(text: string, pair: Int32Array): void {
  let a = 0xdeadbeef | 0;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  pair[0] = a;
  pair[1] = a === 0 && b === 0 ? 1 : b;
}
