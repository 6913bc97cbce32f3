import type { ImportStatus } from '@sluice/contract';
import { readPreview, rowsNamed, type RowOutcome, type RowProblem } from '@sluice/import-plan';
import type { Phase, RowClass, SubmissionEvent } from '@sluice/ledger';

/** How a submission ended, row by row. */
export interface BatchEnd {
  readonly status: Extract<SubmissionEvent, { type: 'ended' }>['status'];
  readonly reason?: string | undefined;
  /** Of every row of the batch, in order of rows. */
  readonly outcomes: readonly RowOutcome[];
}

export interface SentBatch {
  readonly phase: Phase;
  /** The spreadsheet row of each record. */
  readonly rows: readonly number[];
}

type Row = Omit<RowOutcome, 'row'>;

/** Reads the end out of an import that is done; pure. */
export function endOfImport(batch: SentBatch, status: ImportStatus): BatchEnd {
  if (status.success) return endOfSuccess(batch, status);
  if (status.error && (batch.phase === 'dry' || status.status === 'invalid'))
    return endOfRefusal(batch, status.errorMessage ?? '');
  if (status.error) return endOfFailure(batch, status);
  return ended(batch, { status: 'failed', reason: 'the import was taken back in the service' }, () => ({
    status: 'not attempted',
    reason: 'The import was taken back in the service.',
  }));
}

/** The service refused records: those that it names failed, and nothing of the batch was written. */
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

/** A batch that will not be sent (again). Where an earlier attempt may have written its rows, nobody knows. */
export function endUntried(
  batch: SentBatch,
  { reason, isOpen }: { readonly reason: string; readonly isOpen: boolean },
): BatchEnd {
  const told = isOpen ? 'No answer came back for this row, and it was not sent again' : 'Not sent';
  return ended(batch, { status: 'failed', reason }, () => ({
    status: isOpen ? 'unknown' : 'not attempted',
    reason: `${told}: ${reason}.`,
  }));
}

/**
 * The end of a batch of which an earlier copy may have landed: that a later one was refused says nothing of what the
 * earlier one wrote, so nobody knows (invariant 3).
 */
export function besideEarlierCopy(end: BatchEnd): BatchEnd {
  if (end.status === 'succeeded') return end;
  const outcomes = end.outcomes.map((outcome): RowOutcome => {
    if (outcome.status !== 'failed' && outcome.status !== 'not attempted') return outcome;
    const { row, reason } = outcome;
    const told = reason === undefined ? '' : ` (${reason})`;
    return {
      row,
      status: 'unknown',
      reason: `An earlier try, which had no answer, may have written this row; the last one did not${told}.`,
    };
  });
  return { ...end, status: 'failed', outcomes };
}

function endOfSuccess(batch: SentBatch, status: ImportStatus): BatchEnd {
  const told = previewRows(batch, status);
  // A server that does not say how it wrote a record has written it all the same.
  return ended(batch, { status: 'succeeded' }, (row) => told.get(row) ?? { status: 'landed' });
}

/** The service stopped half way. What it does not account for may or may not be written: never guessed. */
function endOfFailure(batch: SentBatch, status: ImportStatus): BatchEnd {
  const told = previewRows(batch, status);
  const named = problemsByRow(rowsNamed(status.errorMessage ?? '', batch.rows));
  return ended(batch, { status: 'failed', reason: 'the service stopped half way' }, (row) => {
    const known = told.get(row);
    if (known !== undefined && known.status !== 'failed') return known;
    const unnamed: Row = known
      ? { status: 'failed', reason: 'The service could not write this row; look at its import.' }
      : {
          status: 'unknown',
          reason: 'The service stopped half way and does not say whether this row was written.',
        };
    return failedOr(named.get(row), unnamed);
  });
}

function previewRows(batch: SentBatch, status: ImportStatus): Map<number, Row> {
  const told = new Map<number, Row>();
  const preview = readPreview(status.preview ?? undefined);
  for (const [number, outcome, recordId] of preview?.outcomes ?? []) {
    const row = batch.rows[number - 1];
    if (row === undefined) continue;
    const word = outcome === 'notAttempted' ? 'not attempted' : outcome;
    told.set(row, { status: word, ...(recordId === undefined ? {} : { recordId }) });
  }
  return told;
}

function failedOr(problems: readonly RowProblem[] | undefined, otherwise: Row): Row {
  return problems === undefined ? otherwise : { status: 'failed', reason: problemsText(problems) };
}

/** `Email: an e-mail address; Phone: …`: everything that is wrong with one row. */
export function problemsText(problems: readonly Pick<RowProblem, 'column' | 'expected'>[]): string {
  return problems
    .map(({ column, expected }) => (column === undefined ? expected : `${column}: ${expected}`))
    .join('; ');
}

export function problemsByRow(problems: readonly RowProblem[]): Map<number, RowProblem[]> {
  return Map.groupBy(problems, ({ row }) => row);
}

function ended(batch: SentBatch, end: Omit<BatchEnd, 'outcomes'>, outcomeOf: (row: number) => Row): BatchEnd {
  return { ...end, outcomes: batch.rows.map((row) => ({ row, ...outcomeOf(row) })) };
}

/** The class that a row with this word in its Status column counts in. */
export const classOf: Record<RowOutcome['status'], RowClass> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  deleted: 'deleted',
  landed: 'landed',
  skipped: 'skipped',
  failed: 'failed',
  'not attempted': 'notAttempted',
  unknown: 'unknown',
};

export function countRows(outcomes: Iterable<Pick<RowOutcome, 'status'>>): Partial<Record<RowClass, number>> {
  const counts: Partial<Record<RowClass, number>> = {};
  for (const { status } of outcomes) counts[classOf[status]] = (counts[classOf[status]] ?? 0) + 1;
  return counts;
}

/** The service's own words, for the sheet of the person whose rows they are about; never for a log. */
export function shortened(message: string): string {
  const flat = message.replaceAll(/\s+/gu, ' ').trim();
  if (flat === '') return 'it gave no reason';
  return flat.length > 300 ? `${flat.slice(0, 299)}…` : flat;
}
