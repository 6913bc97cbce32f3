import type { OutputRow, OutputTable } from '../../model/sheet.ts';
import { guardedText } from '../../table/formula-guard.ts';
import { mostColumns } from '../../workbook/size.ts';
import { createXlsxWriter } from './xlsx-writer.ts';

/** All cells are texts, so only a `'` that would be removed again needs a guard. */
export async function* writeXlsx({
  headerRow,
  sheetName,
  header,
  above = [],
  columns = [],
  rows,
}: OutputTable): AsyncGenerator<Uint8Array, void, void> {
  const safe = (row: OutputRow) => ({ ...row, cells: row.cells.slice(0, mostColumns).map(guardedText) });
  const writer = createXlsxWriter({
    header: header.map(guardedText),
    headerRow,
    sheetName,
    above: above.map(safe),
    table: { columns },
  });
  for await (const chunk of rows) yield writer.write(chunk.map(safe));
  yield writer.end();
}
