import type { OutputTable } from '../sheet.ts';
import { safeCsvLine } from './csv-line.ts';

const lineBreak = '\r\n';

/** With a byte order mark, by which spreadsheet programs recognize UTF-8. No cell starts a formula. */
export async function* writeCsv({
  headerRow,
  delimiter = ',',
  header,
  rows,
}: OutputTable): AsyncGenerator<string, void, void> {
  yield `\ufeff${lineBreak.repeat(Math.max(0, headerRow - 1))}${safeCsvLine(header, delimiter)}`;
  let written = headerRow;
  for await (const chunk of rows) {
    const lines: string[] = [];
    for (const { number, cells } of chunk) {
      lines.push(lineBreak.repeat(number - written), safeCsvLine(cells, delimiter));
      written = number;
    }
    yield lines.join('');
  }
  yield lineBreak;
}
