import { reasonsText } from '@sluice/contract';
import type { RowOutcome } from '@sluice/import-plan';
import type { RowReasons, RowsOfReason } from '@sluice/answers';
import { identityHolds, rowClasses, type Counts, type RowClass, type RowCounts } from '@sluice/ledger';
import { classOf } from '../attempts/batch-end.ts';

/** The totals of the result sheet, gathered while its rows pass. */
export interface Tally extends RowReasons {
  readonly counts: RowCounts;
}

/** A service may give each row a reason of its own. */
const reasonsKept = { refused: 1000, heldBack: 5 };
const rowsNamed = 3;

export function createTally() {
  const counts: Partial<Record<RowClass, number>> = {};
  let problemsInAll = 0;
  const refused = new Map<string, RowsOfReason>();
  const heldBack = new Map<string, RowsOfReason>();
  const unclear = new Map<string, RowsOfReason>();

  async function* pass(outcomes: AsyncIterable<RowOutcome>): AsyncGenerator<RowOutcome> {
    for await (const outcome of outcomes) {
      add(outcome);
      yield outcome;
    }
  }

  function add(outcome: RowOutcome): void {
    const name = classOf(outcome.status);
    counts[name] = (counts[name] ?? 0) + 1;
    const { row, reasons = [] } = outcome;
    // Without values: mails hold none, and rows are counted by what is wrong with them.
    const reason = reasonsText(reasons, { values: false });
    if (outcome.status === 'not attempted' && reasons.length > 0)
      addReason(heldBack, { row, reason, most: reasonsKept.heldBack });
    // Where there is more to say than that it is unknown.
    if (outcome.status === 'unknown' && !reasons.every(({ code }) => code === 'outcome_unknown'))
      addReason(unclear, { row, reason, most: reasonsKept.heldBack });
    if (outcome.status !== 'failed') return;
    problemsInAll += 1;
    addReason(refused, { row, reason, most: reasonsKept.refused });
  }

  return {
    pass,
    tally: (): Tally => ({
      counts,
      problems: [...refused.values()].toSorted((one, other) => other.rows - one.rows),
      problemsInAll,
      notAttemptedFor: [...heldBack.values()],
      unknownFor: [...unclear.values()],
    }),
  };
}

function addReason(
  reasons: Map<string, RowsOfReason>,
  { row, reason, most }: { readonly row: number; readonly reason: string; readonly most: number },
): void {
  const { rows = 0, firstRows = [] } = reasons.get(reason) ?? {};
  if (rows === 0 && reasons.size >= most) return;
  reasons.set(reason, {
    reason,
    rows: rows + 1,
    firstRows: firstRows.length < rowsNamed ? [...firstRows, row] : firstRows,
  });
}

/** Classes of rows with a known outcome. */
const settledClasses = rowClasses.filter((name) => name !== 'notAttempted' && name !== 'unknown');

/** The classes with counts that differ from the sheet; empty when every row is in exactly one class (invariant 1). */
export function brokenIdentity(counts: Counts, { counts: seen }: Pick<Tally, 'counts'>): string[] {
  const differing = settledClasses.filter((name) => counts[name] !== (seen[name] ?? 0));
  return [...(identityHolds(counts) ? [] : ['sum']), ...differing];
}
