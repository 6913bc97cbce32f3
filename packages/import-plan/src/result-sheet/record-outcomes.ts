import { reasonText, type Reason } from '@sluice/contract';
import type { RecordOutcome, RowOutcome, RowStatus } from './row-outcomes.ts';

/** A row of several records is in the class of the record that matters most to a person. */
const byWeight: readonly RowStatus[] = [
  'failed',
  'unknown',
  'not attempted',
  'deleted',
  'updated',
  'landed',
  'created',
  'unchanged',
  'skipped',
  'filtered',
];

/** One outcome for each row, of the outcomes of its records, which follow one another. */
export function composed(outcomes: readonly RowOutcome[]): readonly RowOutcome[] {
  const isAlone = outcomes.every(({ row }, at) => row !== outcomes[at - 1]?.row);
  return isAlone ? outcomes : [...Map.groupBy(outcomes, ({ row }) => row)].map(([row, of]) => rowOf(row, of));
}

function rowOf(row: number, of: readonly RowOutcome[]): RowOutcome {
  const [only, ...others] = of;
  if (only !== undefined && others.length === 0) return only;
  const status = byWeight.find((one) => of.some((outcome) => outcome.status === one)) ?? 'unknown';
  const reasons = distinct(of.flatMap((outcome) => outcome.reasons ?? []));
  const records = of.map(({ status: ended, recordId }) => ({
    status: ended,
    ...(recordId !== undefined && { recordId }),
  }));
  return { row, status, ...(reasons.length > 0 && { reasons }), records };
}

/** The records of a row often have the same reason. */
function distinct(reasons: readonly Reason[]): Reason[] {
  return [...new Map(reasons.map((reason) => [reasonText(reason), reason])).values()];
}

/** The outcome of each record, with its row. */
export function eachRecord(outcomes: readonly RowOutcome[]): (RecordOutcome & { readonly row: number })[] {
  return outcomes.flatMap(({ row, status, recordId, records = [{ status, recordId }] }) =>
    records.map((record) => ({ row, ...record })),
  );
}

/** What a result sheet shows of the records of a row, in their order. */
export function shownOutcome(outcome: RowOutcome): { readonly status: string; readonly recordId: string } {
  const records = outcome.records ?? [outcome];
  const statuses = records.map(({ status }) => status);
  const ids = records.flatMap(({ recordId }) => recordId ?? []);
  return {
    status: new Set(statuses).size === 1 ? outcome.status : statuses.join('; '),
    recordId: ids.join('; '),
  };
}
