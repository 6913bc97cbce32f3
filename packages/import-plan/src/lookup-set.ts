/** Two numbers of 32 bits, not both 0. */
export type TextHash = (text: string) => readonly [high: number, low: number];

/**
 * A set of texts, of each only 64 bits of a hash: 10 to 20 bytes a text, 30 for the moment in which it grows. Two texts may be
 * taken for one, so a hit must be confirmed.
 */
export class LookupSet {
  readonly #hash: TextHash;
  #slots = new Uint32Array(2 * 1024);
  #size = 0;

  constructor(hash: TextHash = hash64) {
    this.#hash = hash;
  }

  get size(): number {
    return this.#size;
  }

  /** False where the set held it, or one with the same hash, before. */
  add(text: string): boolean {
    if (this.#size * 5 >= this.#slots.length * 2) this.#grow();
    const [high, low] = this.#hash(text);
    const at = find(this.#slots, high, low);
    if (this.#slots[at] !== 0 || this.#slots[at + 1] !== 0) return false;
    this.#slots[at] = high;
    this.#slots[at + 1] = low;
    this.#size += 1;
    return true;
  }

  has(text: string): boolean {
    const [high, low] = this.#hash(text);
    const at = find(this.#slots, high, low);
    return this.#slots[at] !== 0 || this.#slots[at + 1] !== 0;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    for (let from = 0; from < old.length; from += 2) {
      const high = old[from] ?? 0;
      const low = old[from + 1] ?? 0;
      if (high === 0 && low === 0) continue;
      const at = find(slots, high, low);
      slots[at] = high;
      slots[at + 1] = low;
    }
    this.#slots = slots;
  }
}

/** The slot that holds the pair, or the free one where it belongs. */
function find(slots: Uint32Array, high: number, low: number): number {
  const mask = slots.length / 2 - 1;
  for (let slot = low & mask; ; slot = (slot + 1) & mask) {
    const at = slot * 2;
    const free = slots[at] === 0 && slots[at + 1] === 0;
    if (free || (slots[at] === high && slots[at + 1] === low)) return at;
  }
}

/** Two rounds of 32 bits that feed each other (after cyrb53). Never 0, which marks a free slot. */
export function hash64(text: string): readonly [high: number, low: number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  const high = a >>> 0;
  const low = b >>> 0;
  return high === 0 && low === 0 ? [0, 1] : [high, low];
}
