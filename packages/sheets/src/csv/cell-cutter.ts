import { signs, wordBytes, type RawCells } from '../model/raw-cells.ts';
import type { Dialect } from './dialect.ts';

/** Beside the `signs`, of a row: a cell with a quote that has none around it. */
export const strayQuote = 128;
/** Of a byte: it may end a cell. */
const structure = 128;

const [quote, carriageReturn, lineFeed] = [0x22, 0x0d, 0x0a];
const [apostrophe, equals, ampersand, lessThan] = [0x27, 0x3d, 0x26, 0x3c];

/** Finds the cells of packed text, in memory that is used again for each text. */
export class CellCutter implements RawCells {
  bytes = Buffer.alloc(0);
  view = new DataView(this.bytes.buffer);
  /** The place of each cell, without its quotes. */
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  /** What each cell has. */
  signs = new Uint8Array(0);
  /** How many cells were found. */
  cells = 0;
  /** What all its cells have. */
  rowSigns = 0;
  #length = 0;
  readonly #kinds: Uint8Array;
  readonly #delimiter: number;

  constructor({ delimiter }: Pick<Dialect, 'delimiter'>) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#kinds = Uint8Array.from({ length: 256 }, (_, byte) => signsOfByte(byte));
    for (const byte of [this.#delimiter, lineFeed, quote, carriageReturn])
      this.#kinds[byte] = (this.#kinds[byte] ?? 0) | structure;
  }

  /** Takes the bytes that follow other text. */
  load(before: string, packed: Uint8Array): void {
    const length = before.length + packed.length;
    this.#length = length;
    this.cells = 0;
    if (this.signs.length < length + wordBytes) {
      // The next text may be a little longer.
      const size = Math.ceil(length * 1.25) + wordBytes;
      this.bytes = Buffer.alloc(size);
      this.view = new DataView(this.bytes.buffer);
      this.starts = new Int32Array(size);
      this.ends = new Int32Array(size);
      this.signs = new Uint8Array(size);
    }
    this.bytes.write(before, 'latin1');
    this.bytes.set(packed, before.length);
    // Every cell ends, so that only the end of a row must be compared with that of the text.
    this.bytes[length] = lineFeed;
  }

  /**
   * @param from where the row begins
   * @returns where the next one begins; -1 if the row has no end, a quote that RFC 4180 does not allow, or a return within
   */
  cutRow(from: number): number {
    const { bytes } = this;
    const delimiter = this.#delimiter;
    this.rowSigns = 0;
    for (let at = from; ;) {
      const stop = bytes[at] === quote ? this.#quotedCell(at + 1) : this.#bareCell(at);
      if (stop < 0) return -1;
      at = stop;
      if (bytes[at] === delimiter) {
        at += 1;
        continue;
      }
      if (bytes[at] === carriageReturn) at += 1;
      return bytes[at] === lineFeed && at < this.#length ? at + 1 : -1;
    }
  }

  /** @returns the place behind the cell; -1 if a return is in it */
  #bareCell(from: number): number {
    const { bytes } = this;
    const kinds = this.#kinds;
    let has = 0;
    let at = from;
    for (;;) {
      let kind = kinds[bytes[at] ?? 0] ?? 0;
      while (kind < structure) {
        has |= kind;
        at += 1;
        kind = kinds[bytes[at] ?? 0] ?? 0;
      }
      if (this.#isEnd(at)) break;
      if (bytes[at] === carriageReturn) return -1;
      if (bytes[at] === quote) this.rowSigns |= strayQuote;
      has |= kind;
      at += 1;
    }
    this.#add(from, at, has & ~structure);
    return at;
  }

  #isEnd(at: number): boolean {
    const byte = this.bytes[at];
    if (byte === this.#delimiter || byte === lineFeed) return true;
    return byte === carriageReturn && this.bytes[at + 1] === lineFeed;
  }

  #quotedCell(from: number): number {
    const { bytes } = this;
    const kinds = this.#kinds;
    const length = this.#length;
    let has: number = signs.inQuotes;
    let at = from;
    for (; at < length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) {
        if (bytes[at + 1] !== quote) break;
        at += 1;
      }
      has |= kinds[byte] ?? 0;
    }
    // Of the last cell, papaparse and we leave out a carriage return at the end, even in quotes.
    if (at >= length || !this.#isEnd(at + 1) || bytes[at - 1] === carriageReturn) return -1;
    this.#add(from, at, has & ~structure);
    return at + 1;
  }

  #add(start: number, end: number, has: number): void {
    const { cells } = this;
    const first = this.bytes[start];
    // Both may protect digits: '007 and ="007".
    const found = first === apostrophe || first === equals ? has | signs.rare : has;
    this.starts[cells] = start;
    this.ends[cells] = end;
    this.signs[cells] = found;
    this.rowSigns |= found;
    this.cells = cells + 1;
  }
}

function signsOfByte(byte: number): number {
  const { other, escaped, beyondAscii, rare, firstOfTwice, restOfTwice } = signs;
  if (byte >= 0x30 && byte <= 0x39) return 0;
  if (byte < 0x20 || byte === 0x7f || byte === quote || byte === 0x5c) return other | escaped;
  if (byte === ampersand || byte === lessThan) return other | rare;
  if (byte < 0x80) return other;
  const twice = byte === 0xc3 ? firstOfTwice : [0xc5, 0xc6, 0xcb].includes(byte) ? restOfTwice : 0;
  const isRare = byte === 0xc2 || (byte >= 0xe1 && byte <= 0xe3) || byte >= 0xee;
  return other | beyondAscii | twice | (isRare ? rare : 0);
}
