export interface SheetLimits {
  /** How much is read at once; what is guessed is guessed from the first block. */
  readonly blockBytes: number;
  readonly fileBytes: number;
  /** The number of the last row, blank rows included. */
  readonly rows: number;
  readonly columns: number;
  /** Characters of one row as it is written, quotes included: what an unclosed quote can swallow. */
  readonly rowCharacters: number;
  readonly cellCharacters: number;
  /** What is read of an archive, unpacked. */
  readonly unpackedBytes: number;
  /** How many times larger a part of an archive may become, if it becomes larger than `unpackedRatioFrom`. */
  readonly unpackedRatio: number;
  readonly unpackedRatioFrom: number;
  /** The shared texts of a workbook, which are kept in memory. */
  readonly sharedTextBytes: number;
}

/** Everything that a sheet is bounded by. A refusal names the number. */
export const sheetLimits: SheetLimits = {
  blockBytes: 64 * 1024,
  fileBytes: 1024 ** 3,
  rows: 4_000_000,
  columns: 16_384,
  rowCharacters: 1_000_000,
  cellCharacters: 131_072,
  unpackedBytes: 2 * 1024 ** 3,
  unpackedRatio: 100,
  unpackedRatioFrom: 16 * 1024 ** 2,
  sharedTextBytes: 128 * 1024 ** 2,
};
