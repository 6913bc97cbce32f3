/** What the bytes of a cell have, as bits. */
export const signs = {
  /** Anything but a digit. */
  other: 1,
  /** Quotes, backslashes and control characters: what CSV or JSON escapes. */
  escaped: 2,
  beyondAscii: 4,
  /** First bytes of characters among which are white space, invisible ones, damage, and no text; what HTML is written with. */
  rare: 8,
  /** Letters that begin, and letters that end, some characters of text that was encoded twice: `GrÃ¶ÃŸe`. */
  firstOfTwice: 16,
  restOfTwice: 32,
  /** Quotes around it, so that each quote in it is doubled. */
  inQuotes: 64,
} as const;

/** How many bytes are copied at once, since that takes a third of the time. */
export const wordBytes = 4;

/** The cells of a chunk of rows as bytes of UTF-8. */
export interface RawCells {
  readonly bytes: Uint8Array;
  /** The same bytes, and at least `wordBytes` behind the last cell. */
  readonly view: DataView;
  /** Where each cell begins in `bytes`, behind its quote. */
  readonly starts: Int32Array;
  /** The place after its last byte. */
  readonly ends: Int32Array;
  /** Which of the `signs` it has. */
  readonly signs: Uint8Array;
}

/** The cells of a row among those of its chunk. */
export interface RawRow {
  readonly chunk: RawCells;
  /** The number of its first cell in the chunk. */
  readonly first: number;
  /** How many cells it has. */
  readonly width: number;
  /** The text of one of them, counted from 0. */
  textOf(cell: number): string;
}
