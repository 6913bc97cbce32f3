import { csvLine, type Sheet, type SheetRow } from '@sluice/sheets';
import { asDropped, guarded, resultColumns } from './result-columns.ts';
import { outcomesInOrder, type RowOutcome } from './row-outcomes.ts';

export interface ResultRequest {
  /** The drop, opened anew. */
  readonly sheet: Sheet;
  /** In order of rows. Several of one row are joined: the first says how it ended, all say why. */
  readonly outcomes: AsyncIterable<RowOutcome>;
  /** Of rows without an outcome; `unknown` unless said. */
  readonly otherwise?: Omit<RowOutcome, 'row'>;
}

/**
 * The result sheet in pieces of text: CSV with a byte order mark, with the drop's rows, row numbers, order, columns and
 * delimiter, and our three columns. Cells beyond the header stand behind ours. Dropped again it is read as the drop
 * was: a row with too few cells is filled up here, and is too short again there.
 */
export async function* writeResultSheet({
  sheet,
  outcomes,
  otherwise = { status: 'unknown' },
}: ResultRequest): AsyncGenerator<string, void, void> {
  const { facts, rows: chunks } = asDropped(sheet);
  const { header, headerRow, delimiter = ',' } = facts;
  const ended = outcomesInOrder(outcomes);
  yield `\ufeff${lineBreak.repeat(headerRow - 1)}${csvLine([...header.map(guarded), ...resultColumns], delimiter)}`;
  let written = headerRow;
  try {
    for await (const rows of chunks) {
      const lines: string[] = [];
      for (const row of rows) {
        const outcome = (await ended.of(row.number)) ?? otherwise;
        const cells = resultCells(row, { width: header.length, outcome });
        lines.push(lineBreak.repeat(row.number - written), csvLine(cells, delimiter));
        written = row.number;
      }
      yield lines.join('');
    }
  } finally {
    await ended.close();
  }
  yield lineBreak;
}

const lineBreak = '\r\n';

interface Ended {
  /** Of the header. */
  readonly width: number;
  readonly outcome: Omit<RowOutcome, 'row'>;
}

function resultCells({ cells }: SheetRow, { width, outcome }: Ended): string[] {
  const { status, reason = '', recordId = '' } = outcome;
  const padding = Array.from({ length: Math.max(0, width - cells.length) }, () => '');
  return [
    ...cells.slice(0, width).map(guarded),
    ...padding,
    status,
    guarded(reason),
    guarded(recordId),
    ...cells.slice(width).map(guarded),
  ];
}
