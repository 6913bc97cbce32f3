import {
  reasonOf,
  reasonsText,
  unmetCodes,
  type ImportStatus,
  type Reason,
  type UnmetCode,
} from '@sluice/contract';
import { counted, oneLine } from '@sluice/contract/words';
import {
  composed,
  readPreview,
  rowsNamed,
  type NamedRows,
  type Numbering,
  type RowOutcome,
  type RowProblem,
} from '@sluice/import-plan';
import { recordsAsSent, recordsOf, type BatchObject } from '../run-objects.ts';
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
  /** What was sent, for the values and headers of refused rows. */
  readonly object?: BatchObject | undefined;
  /** From which number the server counts records, where that is known. */
  readonly numbering?: Numbering | undefined;
}

/** The batch of an object, or one without rows if that is gone. */
export const sentBatch = (
  phase: Phase,
  object: BatchObject | undefined,
  numbering?: Numbering,
): SentBatch => ({
  phase,
  rows: object?.rows ?? [],
  object,
  numbering,
});

/** What the service's message says of the rows that were sent. Only for this are the records of a batch parsed. */
export function namedIn(message: string, { rows, object, numbering }: SentBatch): NamedRows {
  return rowsNamed(message, object ? recordsAsSent(object) : { rows }, numbering);
}

const problemsNamed = (message: string, batch: SentBatch): Map<number, readonly RowProblem[]> =>
  Map.groupBy(namedIn(message, batch).named, ({ row }) => row);

type Row = Omit<RowOutcome, 'row' | 'records'>;

/** The end of a batch after its import is done. Pure. */
export function endOfImport(batch: SentBatch, status: ImportStatus): BatchEnd {
  if (status.success) return endOfSuccess(batch, status);
  if (status.error && (batch.phase === 'dry' || status.status === 'invalid'))
    return endOfRefusal(batch, status.errorMessage ?? '');
  if (status.error) return endOfFailure(batch, status);
  return ended(batch, { status: 'failed', reason: 'the import was reverted in the service' }, () => ({
    status: 'not attempted',
    reasons: [reasonOf('reverted')],
  }));
}

/** The service refused the batch and wrote nothing. The rows that it names failed. */
export function endOfRefusal(batch: SentBatch, message: string): BatchEnd {
  const named = problemsNamed(message, batch);
  if (named.size === 0) {
    const reasons = [reasonOf('batch_refused', { text: shortened(message) })];
    return ended(
      batch,
      { status: 'failed', reason: 'the service refused the batch without naming a row' },
      () => ({
        status: 'not attempted',
        reasons,
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
  const reasons = [reasonOf(mayBeWritten ? 'no_answer' : 'not_sent', { why: reason })];
  return ended(batch, { status: 'failed', reason }, () => ({
    status: mayBeWritten ? 'unknown' : 'not attempted',
    reasons,
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
    const { row, reasons = [] } = outcome;
    const why = reasons.length === 0 ? '.' : `: ${reasonsText(reasons)}`;
    return { row, status: 'unknown', reasons: [reasonOf('maybe_written', { why })] };
  });
  return { ...end, status: 'failed', outcomes };
}

function endOfSuccess(batch: SentBatch, status: ImportStatus): BatchEnd {
  const outcomes = previewedRecords(status);
  // A server without previews did what it was asked all the same.
  const asked = outcomes.size === 0 && batch.object ? recordsOf(batch.object) : [];
  return ended(
    batch,
    { status: 'succeeded' },
    (_row, record) => outcomes.get(record) ?? { status: askedOf(asked[record - 1]) },
  );
}

/** What a record asks for, as far as that is certain. */
export const askedOf = (record: Readonly<Record<string, unknown>> | undefined): 'deleted' | 'landed' =>
  record?.['deleted'] === true ? 'deleted' : 'landed';

/** The import ended with an error. A record that the service does not account for is unknown. */
function endOfFailure(batch: SentBatch, status: ImportStatus): BatchEnd {
  const outcomes = previewedRecords(status);
  const message = status.errorMessage ?? '';
  const named = problemsNamed(message, batch);
  const reasons = [reasonOf('half_way', { text: shortened(message) })];
  const end = ended(batch, { status: 'failed', reason: 'its import ended with an error' }, (row, record) => {
    const known = outcomes.get(record);
    if (known !== undefined && known.status !== 'failed') return known;
    const unnamed: Row = known
      ? { status: 'failed', reasons: [reasonOf('not_written')] }
      : { status: 'unknown', reasons };
    return failedOr(named.get(row), unnamed);
  });
  const left = end.outcomes.filter(({ status: is }) => !written.has(is));
  const isOfOthers = left.length > 0 && left.every(isUnmet);
  return isOfOthers ? { ...end, reason: `others changed ${counted(left.length, 'row')} meanwhile` } : end;
}

const written: ReadonlySet<string> = new Set([
  'created',
  'updated',
  'unchanged',
  'deleted',
  'landed',
  'skipped',
]);

/** Whether a row failed only because others changed a record of it after the dry run. */
const isUnmet = ({ status, reasons = [] }: RowOutcome): boolean =>
  status === 'failed' && reasons.every(({ code }) => unmetCodes.some((one) => one === code));

/** By the number of the record, from 1. */
function previewedRecords(status: ImportStatus): Map<number, Row> {
  const preview = readPreview(status.preview ?? undefined);
  const why = new Map(preview?.skipped);
  return new Map(
    (preview?.outcomes ?? []).map(([number, outcome, recordId]) => [
      number,
      {
        status: outcome === 'notAttempted' ? 'not attempted' : outcome,
        ...(recordId === undefined ? {} : { recordId }),
        ...reasonsOf(why.get(number)),
      },
    ]),
  );
}

/** Why the service left a record as it was. */
const reasonsOf = (code: UnmetCode | undefined): Pick<Row, 'reasons'> =>
  code === undefined ? {} : { reasons: [{ ...reasonOf(code), name: 'This record' }] };

function failedOr(problems: readonly RowProblem[] | undefined, otherwise: Row): Row {
  return problems === undefined ? otherwise : { status: 'failed', reasons: problems.map(reasonIn) };
}

/** What is wrong with a row, without its number. */
export const reasonIn = ({ row: _, ...reason }: RowProblem): Reason => reason;

/** `record` is the number of a record in the batch, from 1. */
function ended(
  batch: SentBatch,
  end: Omit<BatchEnd, 'outcomes'>,
  outcomeOf: (row: number, record: number) => Row,
): BatchEnd {
  return { ...end, outcomes: composed(batch.rows.map((row, at) => ({ row, ...outcomeOf(row, at + 1) }))) };
}

/** The class in which a row with this Status counts. */
export const classOf = (status: RowOutcome['status']): RowClass =>
  status === 'not attempted' ? 'notAttempted' : status;

export function countRows(outcomes: Iterable<Pick<RowOutcome, 'status'>>): RowCounts {
  const counts: Partial<Record<RowClass, number>> = {};
  for (const { status } of outcomes) counts[classOf(status)] = (counts[classOf(status)] ?? 0) + 1;
  return counts;
}

const mostOfMessage = 300;

/** A message of the service, for the result sheet. It may quote a cell, so it never goes to a log. */
export function shortened(message: string): string {
  const flat = oneLine(message);
  if (flat === '') return 'It gave no reason.';
  if (flat.length <= mostOfMessage) return flat;
  const end = flat.lastIndexOf(' ', mostOfMessage);
  return end > mostOfMessage / 2 ? `${flat.slice(0, end)} …` : `${flat.slice(0, mostOfMessage)}…`;
}
