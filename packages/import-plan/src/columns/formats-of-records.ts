import type { Sheet } from '@sluice/sheets';
import type { RecordPart } from './match-records.ts';
import { detectFormats } from './detect-formats.ts';

/** The same parts with the formats of their cells, in one reading of the sheet. */
export async function formatsOfRecords(sheet: Sheet, parts: readonly RecordPart[]): Promise<RecordPart[]> {
  const columns = parts.flatMap((part) => part.columns);
  const detected = await detectFormats(sheet, columns);
  const found = new Map(columns.map((column, at) => [column, detected[at] ?? column]));
  return parts.map((part) => ({
    ...part,
    columns: part.columns.map((column) => found.get(column) ?? column),
  }));
}
