export interface SheetLimits {
  /** How much is read at once. The format is detected from the first block. */
  readonly blockBytes: number;
  readonly fileBytes: number;
  /** The number of the last row, blank rows included. */
  readonly rows: number;
  readonly columns: number;
  /** Blank cells that a format does not store and reading adds: a small file could need billions. */
  readonly blankCells: number;
  /** Characters of one row as written, with quotes: the most that an unclosed quote can swallow. */
  readonly rowCharacters: number;
  readonly cellCharacters: number;
  /** The most unpacked bytes that are read of an archive. */
  readonly unpackedBytes: number;
  /** By which factor a packed file, a part of it, and the text of its cells may grow, if that becomes larger than `unpackedRatioFrom`. */
  readonly unpackedRatio: number;
  readonly unpackedRatioFrom: number;
  /** Unpacked bytes of the other sheets of a workbook that are copied with one. */
  readonly copiedBytes: number;
  /** The shared texts of a workbook, which are kept in memory. */
  readonly sharedTextBytes: number;
}

/** All limits of a sheet. A refusal names the number. */
export const sheetLimits: SheetLimits = {
  blockBytes: 64 * 1024,
  fileBytes: 1024 ** 3,
  rows: 4_000_000,
  columns: 16_384,
  blankCells: 400_000_000,
  rowCharacters: 1_000_000,
  cellCharacters: 131_072,
  unpackedBytes: 2 * 1024 ** 3,
  unpackedRatio: 100,
  unpackedRatioFrom: 16 * 1024 ** 2,
  copiedBytes: 256 * 1024 ** 2,
  sharedTextBytes: 128 * 1024 ** 2,
};
