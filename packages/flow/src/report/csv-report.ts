import type { EndedRow } from '@sluice/import-plan/write-row-blocks';
import { safeCsvRow } from '@sluice/sheets';
import type { Files } from '../ports.ts';
import { packRows, uploadWithRows } from './packed-rows.ts';

export interface Report {
  /** The lines before the rows; the last one names the columns. */
  readonly head: readonly (readonly string[])[];
  readonly lines: AsyncIterable<readonly ReportLine[]>;
  /** The columns of the rows that a grid shows. */
  readonly packedHeader: readonly string[];
}

/** A line of a report, and the row that a grid shows of it. */
export interface ReportLine {
  readonly cells: readonly string[];
  readonly packed: EndedRow;
}

/**
 * A report as CSV. It starts with a byte order mark, by which spreadsheet programs recognize UTF-8. Cells may come from somebody
 * else's server, so none of them may start a formula.
 */
export async function* csvReport({ head, lines }: Omit<Report, 'packedHeader'>): AsyncGenerator<string> {
  yield `\uFEFF${head.map(safeCsvRow).join('')}`;
  for await (const some of lines) yield some.map(({ cells }) => safeCsvRow(cells)).join('');
}

/** Uploads a report as CSV, and its rows in packed blocks beside it. */
export async function uploadReport(
  key: string,
  { head, lines, packedHeader }: Report,
  files: Pick<Files, 'upload'>,
): Promise<void> {
  const { give, ...packed } = packRows<EndedRow>((rows) => ({ header: packedHeader, rows }));
  async function* seen() {
    try {
      for await (const some of lines) {
        yield some;
        await give(some.map((line) => line.packed));
      }
    } finally {
      packed.end();
    }
  }
  await uploadWithRows(key, { ...packed, pieces: csvReport({ head, lines: seen() }) }, files);
}
