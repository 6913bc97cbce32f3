export { isBlankRow } from './table/blank-row.ts';
export { csvLine, safeCsvLine, safeCsvRow } from './csv/csv-line.ts';
export { hasUnpairedQuote } from './csv/stray-quotes.ts';
export { everyText } from './open/every-text.ts';
export { encodingName, encodings, type Encoding } from './model/encodings.ts';
export { fileReasons } from './model/file-reasons.ts';
export { fileTypes } from './model/file-types.ts';
export { formats } from './open/formats.ts';
export { isLeftover } from './model/leftover.ts';
export { sheetLimits, type SheetLimits } from './model/limits.ts';
export { openSheet } from './open/open-sheet.ts';
export { hasOtherWidths, isOddText } from './text/odd-text.ts';
export { decodedOnce, isSurelyTwiceEncoded } from './text/twice-encoded.ts';
export { windows1252Sign } from './pages/windows-1252.ts';
export { ownText } from './text/own-text.ts';
export { signs, wordBytes, type RawCells, type RawRow } from './model/raw-cells.ts';
export type {
  Delimiter,
  OutputRow,
  OutputTable,
  Sheet,
  SheetFacts,
  SheetFormat,
  Position,
  SheetOptions,
  SheetRow,
  SkippedRow,
  UsualDelimiter,
} from './model/sheet.ts';
export { SheetError, type SheetErrorCode, type SheetErrorFacts } from './model/sheet-error.ts';
export { memorySource, streamSource, type ByteRange, type SheetSource } from './model/source.ts';
export { dateText } from './workbook/dates.ts';
export { chunkCells } from './table/widths.ts';
export { columnLetters } from './model/column-letters.ts';
export { isErrorCell } from './table/error-cell.ts';
export { guarded, guardedText, unguarded } from './table/formula-guard.ts';
