import { type Counts, type RowClass, type Run, rowClasses } from '../model/run.ts';
import type { RowCounts, Submission } from '../model/submission.ts';
import { isOver } from '../model/status.ts';
import { type Reading, nothingRead } from '../model/reading.ts';

export const noRows: Counts = {
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  landed: 0,
  skipped: 0,
  filtered: 0,
  failed: 0,
  notAttempted: 0,
  unknown: 0,
};

/**
 * How many rows are in each class, by the reading and the submissions. Good rows without an outcome yet count as
 * `notAttempted`, so that the identity is true at any time (invariant 1). Once the run has ended, or asks a person, rows that
 * were sent without a known outcome count as `unknown`.
 */
export function countsOf(run: Pick<Run, 'status' | 'reading'>, submissions: readonly Submission[]): Counts {
  // Another run imports the rows of such a run.
  if (run.status === 'duplicate') return noRows;
  return sumOf(run, submissions, (submission) => classesOf(submission, isOver(run.status)));
}

/** Of how many rows the plan warns. A row with two warnings counts twice, up to the number of rows. */
export function warnedRows({ rows, warnings = [] }: Reading = nothingRead): number {
  return Math.min(
    rows,
    warnings.reduce((sum, warning) => sum + warning.rows, 0),
  );
}

/** How many rows would be in each class by the previews of the dry runs. The identity is true here too. */
export function previewedCounts(run: Pick<Run, 'reading'>, dryRuns: readonly Submission[]): Counts {
  return sumOf(run, dryRuns, ({ counts = {}, rows }) => {
    const { notAttempted = 0 } = counts;
    return { ...counts, notAttempted: notAttempted + rows - total(counts) };
  });
}

/** How many records would end how, as far as previews are kept. */
export function previewedRecords(dryRuns: readonly Submission[]): RowCounts {
  const sums: Partial<Record<RowClass, number>> = {};
  for (const { recordCounts = {} } of dryRuns)
    for (const name of rowClasses)
      if (recordCounts[name] !== undefined) sums[name] = (sums[name] ?? 0) + recordCounts[name];
  return sums;
}

function sumOf(
  run: Pick<Run, 'reading'>,
  submissions: readonly Submission[],
  classes: (submission: Submission) => RowCounts,
): Counts {
  const batches = [...Map.groupBy(submissions, ({ batch }) => batch).values()].map(countedOf);
  const inBatches = batches.reduce((sum, { sent, leftOut }) => sum + sent.rows + total(leftOut), 0);
  const { rows, failed, skipped, filtered = 0 } = run.reading ?? { rows: inBatches, failed: 0, skipped: 0 };
  const parts: RowCounts[] = [
    // Good rows without a batch, if the run stopped while it was read.
    { failed, skipped, filtered, notAttempted: rows - failed - skipped - filtered - inBatches },
    ...batches.flatMap(({ sent, leftOut }) => [classes(sent), leftOut]),
  ];
  const sum = (name: RowClass) => parts.reduce((total, part) => total + (part[name] ?? 0), 0);
  return {
    read: rows,
    created: sum('created'),
    updated: sum('updated'),
    unchanged: sum('unchanged'),
    deleted: sum('deleted'),
    landed: sum('landed'),
    skipped: sum('skipped'),
    filtered: sum('filtered'),
    failed: sum('failed'),
    notAttempted: sum('notAttempted'),
    unknown: sum('unknown'),
  };
}

/** Whether every row that was read is in exactly one class (invariant 1). */
export function identityHolds(counts: Counts): boolean {
  const numbers = [counts.read, ...rowClasses.map((name) => counts[name])];
  return numbers.every((n) => Number.isInteger(n) && n >= 0) && counts.read === total(counts);
}

function total(counts: RowCounts): number {
  return rowClasses.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
}

/** The submission of a batch that counts: the real one once there is one, because only it writes, with the rows left out of it. */
function countedOf(ofBatch: readonly Submission[]): { sent: Submission; leftOut: RowCounts } {
  const [first] = ofBatch;
  if (!first) throw new TypeError('A group has a member.');
  const real = ofBatch.find(({ phase }) => phase === 'real');
  if (real === undefined) return { sent: first, leftOut: {} };
  const trimmed = ofBatch.find(({ phase, round }) => phase === 'dry' && round !== undefined);
  return {
    sent: real,
    leftOut: leftOutOf(trimmed),
  };
}

const leftOutOf = ({ counts = {} }: Pick<Submission, 'counts'> = {}): RowCounts => ({
  failed: counts.failed,
  notAttempted: counts.notAttempted,
  skipped: counts.skipped,
});

function classesOf(submission: Submission, isOver: boolean): RowCounts {
  const { phase, counts = {} } = submission;
  // A dry run writes nothing, so only its refused rows are final, and those that the profile leaves out.
  const known: RowCounts = phase === 'real' ? counts : { failed: counts.failed, skipped: counts.skipped };
  const rest = submission.rows - total(known);
  const other = restClass(submission, isOver);
  return { ...known, [other]: (known[other] ?? 0) + rest };
}

/** The class of the rows that the submission has no counts for. */
function restClass(submission: Submission, isOver: boolean): RowClass {
  if (submission.phase === 'dry') return 'notAttempted';
  switch (submission.status) {
    case 'succeeded':
      return 'landed';
    case 'unknown':
      return 'unknown';
    case 'invalid':
      return 'notAttempted';
    case 'failed':
      return mayHaveWritten(submission) ? 'unknown' : 'notAttempted';
    case 'planned':
    case 'sending':
    case 'parked':
    case 'accepted':
      return isOver && mayHaveWritten(submission) ? 'unknown' : 'notAttempted';
  }
}

/** How many rows of a submission were sent for real and have no known outcome, once no outcome is awaited. */
export function unknownRows(submission: Submission): number {
  return classesOf(submission, true).unknown ?? 0;
}

/** The counts of a submission once a person has decided what became of its unknown rows. */
export function countsDecided(submission: Submission, as: 'landed' | 'notAttempted'): RowCounts {
  const { unknown = 0, ...others } = classesOf(submission, true);
  return { ...others, [as]: (others[as] ?? 0) + unknown };
}

function mayHaveWritten({ attempts }: Submission): boolean {
  return attempts.some(
    ({ outcome, importId }) => importId !== undefined || outcome === undefined || outcome === 'ambiguous',
  );
}
