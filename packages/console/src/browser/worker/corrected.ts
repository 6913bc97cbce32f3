import { writeResultSheet, type RowOutcome } from '@sluice/import-plan';
import type { Sheet, SheetFacts } from '@sluice/sheets';
import type { WrongRows } from './wrong-rows.ts';

/** What is written at once. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * The sheet as CSV: a result sheet, which keeps cells from starting a formula, and which reads like the sheet itself when it is
 * dropped. Rows that are still wrong say why. `only` has the numbers of its rows, if it has not all of them.
 */
export async function writeCorrected(
  sheet: Sheet,
  wrong: WrongRows,
  only?: ReadonlySet<number>,
): Promise<Blob> {
  const { facts, above, rows } = sheet;
  const placed = placing(facts, only);
  const asCsv: Sheet = {
    facts: { ...facts, format: 'csv' },
    above,
    rows: only ? renumbered(rows, placed) : rows,
  };
  const outcomes = outcomesOf(wrong, placed);
  const blobs: Blob[] = [];
  let pieces: (string | Uint8Array<ArrayBuffer>)[] = [];
  let bytes = 0;
  for await (const piece of writeResultSheet({
    sheet: asCsv,
    outcomes,
    otherwise: { status: 'not attempted' },
  })) {
    pieces.push(typeof piece === 'string' ? piece : new Uint8Array(piece));
    bytes += piece.length;
    if (bytes < pieceBytes) continue;
    blobs.push(new Blob(pieces));
    [pieces, bytes] = [[], 0];
  }
  return new Blob([...blobs, ...pieces], { type: 'text/csv' });
}

/** The new number of a row: those that are sent alone follow one another below the header. */
function placing({ headerRow, headerRows = 1 }: SheetFacts, only?: ReadonlySet<number>) {
  if (only === undefined) return (row: number): number => row;
  const first = headerRow === 0 ? 1 : headerRow + headerRows;
  const places = new Map([...only].toSorted((a, b) => a - b).map((row, at) => [row, first + at]));
  return (row: number): number => places.get(row) ?? row;
}
type Placing = ReturnType<typeof placing>;

async function* renumbered(rows: Sheet['rows'], placed: Placing): Sheet['rows'] {
  for await (const chunk of rows)
    yield chunk.map(({ number, cells, reference }) => ({ number: placed(number), cells, reference }));
}

async function* outcomesOf(wrong: WrongRows, placed: Placing): AsyncGenerator<RowOutcome> {
  for await (const rows of wrong.all())
    for (const { row, problems } of rows) yield { row: placed(row), status: 'failed', reasons: problems };
}
