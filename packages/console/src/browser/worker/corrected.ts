import { writeResultSheet, type RowOutcome } from '@sluice/import-plan';
import type { Sheet } from '@sluice/sheets';
import type { WrongRows } from './wrong-rows.ts';

/** What is written at once. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * The sheet as CSV: a result sheet, which keeps cells from starting a formula, and which reads like the sheet itself when it is
 * dropped. Rows that are still wrong say why.
 */
export async function writeCorrected(sheet: Sheet, wrong: WrongRows): Promise<Blob> {
  const { facts, above, rows } = sheet;
  const asCsv: Sheet = { facts: { ...facts, format: 'csv' }, above, rows };
  const outcomes = outcomesOf(wrong);
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

async function* outcomesOf(wrong: WrongRows): AsyncGenerator<RowOutcome> {
  for await (const rows of wrong.all())
    for (const { row, problems } of rows) yield { row, status: 'failed', reasons: problems };
}
