import { safeCsvLine } from '@sluice/sheets';

/**
 * A report as CSV. It starts with a byte order mark, by which spreadsheet programs recognize UTF-8. Cells may come from somebody
 * else's server, so none of them may start a formula.
 */
export async function* csvReport(
  columns: readonly string[],
  chunks: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${line(columns)}`;
  for await (const rows of chunks) yield rows.map(line).join('');
}

const line = (cells: readonly string[]): string => `${safeCsvLine(cells)}\r\n`;
