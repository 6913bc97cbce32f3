import { asDropped, type RowOutcome } from '@sluice/import-plan';
import type { EndedRow } from '@sluice/import-plan/write-row-blocks';
import type { Sheet, SheetRow } from '@sluice/sheets';
import { packRows } from './packed-rows.ts';

type Ended = Omit<RowOutcome, 'row'>;

/** The sheet and the outcomes of its rows as they are, while they are written; and meanwhile the same rows in packed blocks. */
export function withResultRows(sheet: Sheet, outcomes: AsyncIterable<RowOutcome>, otherwise: Ended) {
  const known = new Map<number, RowOutcome>();
  async function* seenOutcomes() {
    for await (const outcome of outcomes) {
      known.set(outcome.row, outcome);
      yield outcome;
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
  const { give, ...packed } = packRows<SheetRow>((rows) => {
    // A result sheet that was dropped again has columns of ours, which are none of the drop.
    const dropped = asDropped({ ...sheet, facts: sheet.facts, rows });
    return { header: dropped.facts.header, rows: endedRows(dropped.rows) };
  });
  async function* seenRows() {
    let kept: SheetRow[] = [];
    try {
      for await (const rows of sheet.rows) {
        // The cells are gone with the next chunk.
        kept = rows.map(({ number, cells }) => ({ number, cells }));
        yield rows;
        await give(kept.splice(0));
      }
    } finally {
      // A copy of a workbook asks for no row behind its last one.
      if (kept.length > 0) await give(kept);
      packed.end();
    }
  }
  const seen: Sheet = { ...sheet, facts: sheet.facts, rows: seenRows() };
  return { sheet: seen, outcomes: seenOutcomes(), ...packed };
}
