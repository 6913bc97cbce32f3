import type { OutputTable, SheetRow } from '../../sheet.ts';
import { guardedText } from '../../table/formula-guard.ts';
import { mostColumns } from '../../workbook/size.ts';
import { createXlsxWriter } from './xlsx-writer.ts';

/** All cells are texts, so only a `'` that would be removed again needs a guard. */
export async function* writeXlsx({
  headerRow,
  sheetName,
  header,
  rows,
}: OutputTable): AsyncGenerator<Uint8Array, void, void> {
  const writer = createXlsxWriter({ header: header.map(guardedText), headerRow, sheetName });
  const safe = ({ number, cells }: SheetRow) => ({
    number,
    cells: cells.slice(0, mostColumns).map(guardedText),
  });
  for await (const chunk of rows) yield writer.write(chunk.map(safe));
  yield writer.end();
}
