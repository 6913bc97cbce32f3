import { signs, type RawCells, type RawRow } from '@sluice/sheets';

/** A power of two. */
const slots = 1024;
/** A longer cell hardly comes again. */
const longest = 32;

interface Met<Value> {
  readonly cell: Uint8Array;
  readonly value: Value;
}

/**
 * What was made of the cells of a column, by their bytes: a column of codes, days or choices has few different ones. The first
 * that are met stay, so that a column of many takes no more memory.
 */
export class CellMemo<Value> {
  readonly #at: number;
  readonly #met = Array<Met<Value> | undefined>(slots).fill(undefined);

  /** @param at the number of the cell in its row */
  constructor(at: number) {
    this.#at = at;
  }

  /** What was made of such a cell before. */
  find({ chunk, first, width }: RawRow): Value | undefined {
    if (this.#at >= width) return undefined;
    const cell = first + this.#at;
    const met = this.#met[slotOf(chunk, cell)];
    return met !== undefined && isSame(met.cell, chunk, cell) ? met.value : undefined;
  }

  keep({ chunk, first, width }: RawRow, made: () => Value): void {
    if (this.#at >= width) return;
    const cell = first + this.#at;
    const slot = slotOf(chunk, cell);
    if (this.#met[slot] !== undefined || ((chunk.signs[cell] ?? 0) & signs.escaped) !== 0) return;
    const bytes = chunk.bytes.subarray(chunk.starts[cell], chunk.ends[cell]);
    if (bytes.length <= longest) this.#met[slot] = { cell: Uint8Array.from(bytes), value: made() };
  }
}

function slotOf({ bytes, starts, ends }: RawCells, cell: number): number {
  const start = starts[cell] ?? 0;
  const end = ends[cell] ?? 0;
  const middle = bytes[(start + end) >> 1] ?? 0;
  const both = ((bytes[start] ?? 0) << 8) | (bytes[end - 1] ?? 0);
  // The upper bits depend on all others.
  return (Math.imul((both << 8) ^ middle ^ (end - start), 0x9e3779b1) >>> 16) & (slots - 1);
}

function isSame(met: Uint8Array, { bytes, starts, ends, signs: all }: RawCells, cell: number): boolean {
  const start = starts[cell] ?? 0;
  if ((ends[cell] ?? 0) - start !== met.length || ((all[cell] ?? 0) & signs.escaped) !== 0) return false;
  for (let at = 0; at < met.length; at += 1) if (bytes[start + at] !== met[at]) return false;
  return true;
}
