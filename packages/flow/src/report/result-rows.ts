import { deflateRawSync } from 'node:zlib';
import { asDropped, type RowOutcome } from '@sluice/import-plan';
import { writeRowBlocks, type EndedRow } from '@sluice/import-plan/write-row-blocks';
import type { Sheet, SheetRow } from '@sluice/sheets';
import { handOver } from './hand-over.ts';

type Ended = Omit<RowOutcome, 'row'>;

/**
 * The sheet and the outcomes of its rows as they are, while they are written; and meanwhile the same rows in packed blocks. Both
 * have to be read at once, since they wait for one another.
 */
export function withResultRows(sheet: Sheet, outcomes: AsyncIterable<RowOutcome>, otherwise: Ended) {
  const known = new Map<number, RowOutcome>();
  const given = handOver<SheetRow[]>();
  async function* seenOutcomes() {
    for await (const outcome of outcomes) {
      known.set(outcome.row, outcome);
      yield outcome;
    }
  }
  async function* seenRows() {
    try {
      for await (const rows of sheet.rows) {
        // The cells are gone with the next chunk.
        const kept = rows.map(({ number, cells }) => ({ number, cells }));
        yield rows;
        await given.give(kept);
      }
    } finally {
      given.end();
    }
  }
  async function* endedRows(chunks: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<EndedRow[]> {
    for await (const rows of chunks)
      yield rows.map((row) => {
        const outcome = known.get(row.number) ?? otherwise;
        known.delete(row.number);
        return { ...row, outcome };
      });
  }
  const seen: Sheet = { ...sheet, facts: sheet.facts, rows: seenRows() };
  // A result sheet that was dropped again has columns of ours, which are none of the drop.
  const dropped = asDropped({ ...sheet, facts: sheet.facts, rows: given.taken });
  return {
    sheet: seen,
    outcomes: seenOutcomes(),
    rows: writeRowBlocks(dropped.facts.header, endedRows(dropped.rows), deflateRawSync),
    /** One of the two goes on when the other ends, however it ends. */
    end: given.end,
    leave: given.leave,
  };
}
