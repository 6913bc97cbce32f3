import type { OutputTable, SheetRow } from '../model/sheet.ts';
import { safeCsvLine } from './csv-line.ts';

const lineBreak = '\r\n';

/** With a byte order mark, by which spreadsheet programs recognize UTF-8. No cell starts a formula. */
export async function* writeCsv({
  headerRow,
  delimiter = ',',
  header,
  above = [],
  rows,
}: OutputTable): AsyncGenerator<string, void, void> {
  let written = 1;
  const linesOf = (chunk: readonly SheetRow[]): string => {
    const lines: string[] = [];
    for (const { number, cells } of chunk) {
      lines.push(lineBreak.repeat(number - written), safeCsvLine(cells, delimiter));
      written = number;
    }
    return lines.join('');
  };
  yield `\ufeff${linesOf([...above, { number: Math.max(1, headerRow), cells: header }])}`;
  for await (const chunk of rows) yield linesOf(chunk);
  yield lineBreak;
}
