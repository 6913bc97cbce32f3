import { problemText, type ImportStatus } from '@sluice/contract';
import { composed, readPreview, rowsNamed, type RowOutcome, type RowProblem } from '@sluice/import-plan';
import type { Phase, RowClass, RowCounts, SubmissionEvent } from '@sluice/ledger';

export interface BatchEnd {
  readonly status: Extract<SubmissionEvent, { type: 'ended' }>['status'];
  readonly reason?: string | undefined;
  /** Every row of the batch, in order. */
  readonly outcomes: readonly RowOutcome[];
}

export interface SentBatch {
  readonly phase: Phase;
  /** The spreadsheet row of each record. */
  readonly rows: readonly number[];
}

type Row = Omit<RowOutcome, 'row' | 'records'>;

/** The end of a batch after its import is done. Pure. */
export function endOfImport(batch: SentBatch, status: ImportStatus): BatchEnd {
  if (status.success) return endOfSuccess(batch, status);
  if (status.error && (batch.phase === 'dry' || status.status === 'invalid'))
    return endOfRefusal(batch, status.errorMessage ?? '');
  if (status.error) return endOfFailure(batch, status);
  return ended(batch, { status: 'failed', reason: 'the import was reverted in the service' }, () => ({
    status: 'not attempted',
    reason: 'The import was reverted in the service.',
  }));
}

/** The service refused the batch and wrote nothing. The rows that it names failed. */
export function endOfRefusal(batch: SentBatch, message: string): BatchEnd {
  const named = problemsByRow(rowsNamed(message, batch.rows));
  if (named.size === 0) {
    const reason = `The service refused the batch of this row as a whole: ${shortened(message)}`;
    return ended(
      batch,
      { status: 'failed', reason: 'the service refused the batch without naming a row' },
      () => ({
        status: 'not attempted',
        reason,
      }),
    );
  }
  return ended(batch, { status: 'invalid', reason: `the service refused ${named.size} rows` }, (row) =>
    failedOr(named.get(row), { status: 'not attempted' }),
  );
}

/** The end of a batch that will not be sent (again). Its rows are unknown if an earlier attempt may have written them. */
export function endUnsent(
  batch: SentBatch,
  { reason, mayBeWritten }: { readonly reason: string; readonly mayBeWritten: boolean },
): BatchEnd {
  const what = mayBeWritten ? 'No answer came back for this row, and it was not sent again' : 'Not sent';
  return ended(batch, { status: 'failed', reason }, () => ({
    status: mayBeWritten ? 'unknown' : 'not attempted',
    reason: `${what}: ${reason}.`,
  }));
}

/**
 * The end of a batch if an earlier copy may have landed. A refusal of the later copy does not show what the earlier one
 * wrote, so its rows are unknown (invariant 3).
 */
export function withEarlierCopy(end: BatchEnd): BatchEnd {
  if (end.status === 'succeeded') return end;
  const outcomes = end.outcomes.map((outcome): RowOutcome => {
    if (outcome.status !== 'failed' && outcome.status !== 'not attempted') return outcome;
    const { row, reason } = outcome;
    const why = reason === undefined ? '' : ` (${reason})`;
    return {
      row,
      status: 'unknown',
      reason: `An earlier try without an answer may have written this row; the last one did not${why}.`,
    };
  });
  return { ...end, status: 'failed', outcomes };
}

function endOfSuccess(batch: SentBatch, status: ImportStatus): BatchEnd {
  const outcomes = previewedRecords(status);
  // A server without previews wrote the record all the same.
  return ended(
    batch,
    { status: 'succeeded' },
    (_row, record) => outcomes.get(record) ?? { status: 'landed' },
  );
}

/** The service stopped half way. A record that it does not account for is unknown. */
function endOfFailure(batch: SentBatch, status: ImportStatus): BatchEnd {
  const outcomes = previewedRecords(status);
  const named = problemsByRow(rowsNamed(status.errorMessage ?? '', batch.rows));
  return ended(batch, { status: 'failed', reason: 'the service stopped half way' }, (row, record) => {
    const known = outcomes.get(record);
    if (known !== undefined && known.status !== 'failed') return known;
    const unnamed: Row = known
      ? { status: 'failed', reason: 'The service could not write this row. Check its import.' }
      : {
          status: 'unknown',
          reason: 'The service stopped half way and does not say whether it wrote this row.',
        };
    return failedOr(named.get(row), unnamed);
  });
}

/** By the number of the record, from 1. */
function previewedRecords(status: ImportStatus): Map<number, Row> {
  const preview = readPreview(status.preview ?? undefined);
  return new Map(
    (preview?.outcomes ?? []).map(([number, outcome, recordId]) => [
      number,
      {
        status: outcome === 'notAttempted' ? 'not attempted' : outcome,
        ...(recordId === undefined ? {} : { recordId }),
      },
    ]),
  );
}

function failedOr(problems: readonly RowProblem[] | undefined, otherwise: Row): Row {
  return problems === undefined ? otherwise : { status: 'failed', reason: problemsText(problems) };
}

/** `Email: expected an e-mail address; Phone: …`: everything that is wrong with one row. */
export function problemsText(problems: readonly Pick<RowProblem, 'column' | 'expected'>[]): string {
  return problems
    .map(({ column, expected }) => (column === undefined ? expected : problemText(column, expected)))
    .join('; ');
}

export function problemsByRow(problems: readonly RowProblem[]): Map<number, RowProblem[]> {
  return Map.groupBy(problems, ({ row }) => row);
}

/** `record` is the number of a record in the batch, from 1. */
function ended(
  batch: SentBatch,
  end: Omit<BatchEnd, 'outcomes'>,
  outcomeOf: (row: number, record: number) => Row,
): BatchEnd {
  return { ...end, outcomes: composed(batch.rows.map((row, at) => ({ row, ...outcomeOf(row, at + 1) }))) };
}

/** The class in which a row with this Status counts. */
export const classOf: Record<RowOutcome['status'], RowClass> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  deleted: 'deleted',
  landed: 'landed',
  skipped: 'skipped',
  filtered: 'filtered',
  failed: 'failed',
  'not attempted': 'notAttempted',
  unknown: 'unknown',
};

export function countRows(outcomes: Iterable<Pick<RowOutcome, 'status'>>): RowCounts {
  const counts: Partial<Record<RowClass, number>> = {};
  for (const { status } of outcomes) counts[classOf[status]] = (counts[classOf[status]] ?? 0) + 1;
  return counts;
}

/** A message of the service, for the result sheet. It may quote a cell, so it never goes to a log. */
export function shortened(message: string): string {
  const flat = message.replaceAll(/\s+/gu, ' ').trim();
  if (flat === '') return 'it gave no reason';
  return flat.length > 300 ? `${flat.slice(0, 299)}…` : flat;
}
