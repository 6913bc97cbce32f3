import { reasonOf } from '@sluice/contract';
import { composed, type RowOutcome } from '@sluice/import-plan';
import { isSettled, unknownRows, type Batch, type Choice, type Submission } from '@sluice/ledger';
import type { Files } from '../ports.ts';
import { readAhead } from './read-ahead.ts';
import { batchObjects } from '../run-objects.ts';
import { readProblems, type FoundOutcome } from '../attempts/problems.ts';
import { withReferences } from './references.ts';

type OutcomeFiles = Pick<Files, 'get' | 'stream'>;

export interface SentRun {
  readonly runId: string;
  readonly batches: readonly Batch[];
  readonly submissions: readonly Submission[];
}

/** The outcome of each row, in order of rows, with a few batches in memory. Good rows that were not attempted are left out. */
export function rowOutcomes(run: SentRun, files: OutcomeFiles): AsyncGenerator<RowOutcome> {
  const firsts = new Set<number>();
  const found = inOrder(readProblems(run.runId, files, firsts), ofBatches(run, files));
  return onePerRow(twinsReferred(found, firsts));
}

/** A twin gets the reference of the row that it equals, so that it has landed, too, whichever of the two comes back. */
async function* twinsReferred(
  outcomes: AsyncIterable<FoundOutcome>,
  firsts: ReadonlySet<number>,
): AsyncGenerator<RowOutcome> {
  const references = new Map<number, string | undefined>();
  for await (const outcome of outcomes) {
    if (firsts.has(outcome.row)) references.set(outcome.row, outcome.reference);
    if (outcome.twinOf === undefined) yield outcome;
    else yield { row: outcome.row, status: outcome.status, reference: references.get(outcome.twinOf) };
  }
}

/**
 * Most batches follow one another, but the last ones may contain rows from anywhere in the sheet. So a batch is opened when its
 * first row is due, and closed after its last one.
 */
async function* ofBatches(
  { batches, submissions }: SentRun,
  files: OutcomeFiles,
): AsyncGenerator<RowOutcome> {
  const byBatch = Map.groupBy(submissions.toSorted(realFirst), ({ batch }) => batch);
  const waiting = batches.toSorted((one, other) => other.firstRow - one.firstRow);
  const outcomesOfNext = readAhead(waiting.toReversed(), async (batch) => {
    const outcomes: RowOutcome[] = [];
    for (const submission of byBatch.get(batch.number)?.filter(hasOutcomes) ?? []) {
      const ended = await ofBatch(submission, files);
      outcomes.push(...(submission.phase === 'real' ? await withReferences(ended, batch, files) : ended));
    }
    return outcomes.toSorted((one, other) => other.row - one.row);
  });
  let open: RowOutcome[][] = [];
  for (;;) {
    const [first] = open.toSorted((one, other) => rowAhead(one) - rowAhead(other));
    const next = waiting.at(-1);
    if (next !== undefined && next.firstRow <= rowAhead(first)) {
      open.push(await outcomesOfNext());
      waiting.pop();
    } else {
      const outcome = first?.pop();
      if (outcome === undefined) return;
      yield outcome;
    }
    open = open.filter((outcomes) => outcomes.length > 0);
  }
}

const realFirst = (one: Submission, other: Submission) =>
  Number(other.phase === 'real') - Number(one.phase === 'real');

/** The real submission once there is one, and beside it a dry run that left rows out. */
function hasOutcomes({ round }: Submission, index: number): boolean {
  return index === 0 || round !== undefined;
}

/** The lists are reversed, so that the next row is the last. */
function rowAhead(outcomes: readonly RowOutcome[] | undefined): number {
  return outcomes?.at(-1)?.row ?? Infinity;
}

async function ofBatch(submission: Submission, files: OutcomeFiles): Promise<readonly RowOutcome[]> {
  const { phase, status, decided } = submission;
  if (isSettled(status)) {
    const rest = decided && decidedRows[decided.choice];
    if (rest !== undefined) return withDecided(rest, submission, files);
    // A dry run that passed has no outcomes: its rows were good, and not attempted.
    return (await batchObjects.outcomes.read(submission, files)) ?? [];
  }
  const isOpen = phase === 'real' && unknownRows(submission) > 0;
  const object = isOpen ? await batchObjects.records.read(submission, files) : undefined;
  const reasons = [reasonOf('outcome_unknown')];
  return composed((object?.rows ?? []).map((row) => ({ row, status: 'unknown', reasons })));
}

/** What a person decided about the rows without a known outcome, where no import tells. */
const decidedRows: Partial<Record<Choice, Omit<RowOutcome, 'row'>>> = {
  landed: { status: 'landed' },
  notApplied: { status: 'not attempted', reasons: [reasonOf('decided')] },
};

async function withDecided(
  rest: Omit<RowOutcome, 'row'>,
  submission: Submission,
  files: OutcomeFiles,
): Promise<readonly RowOutcome[]> {
  const outcomes = (await batchObjects.outcomes.read(submission, files)) ?? [];
  const known = new Map(outcomes.map((outcome) => [outcome.row, outcome]));
  const object = await batchObjects.records.read(submission, files);
  return [...new Set(object?.rows ?? known.keys())].map((row): RowOutcome => {
    const outcome = known.get(row);
    return outcome === undefined || outcome.status === 'unknown' ? { row, ...rest } : outcome;
  });
}

/** Merges two lists in order of rows. */
async function* inOrder(
  one: AsyncGenerator<FoundOutcome>,
  other: AsyncGenerator<RowOutcome>,
): AsyncGenerator<FoundOutcome> {
  let [first, second] = [await one.next(), await other.next()];
  while (!first.done || !second.done) {
    if (!first.done && (second.done || first.value.row <= second.value.row)) {
      yield first.value;
      first = await one.next();
    } else if (!second.done) {
      yield second.value;
      second = await other.next();
    }
  }
}

/** A row may have several problems, found here or by the service. It fails once, with all of them as the reason. */
async function* onePerRow(outcomes: AsyncIterable<RowOutcome>): AsyncGenerator<RowOutcome> {
  let pending: RowOutcome | undefined;
  for await (const outcome of outcomes) {
    if (pending?.row === outcome.row) {
      pending = joined(pending, outcome);
    } else {
      if (pending !== undefined) yield pending;
      pending = outcome;
    }
  }
  if (pending !== undefined) yield pending;
}

function joined(one: RowOutcome, other: RowOutcome): RowOutcome {
  const failures = [one, other].filter(({ status }) => status === 'failed');
  if (failures.length < 2) return failures[0] ?? one;
  return { ...one, reasons: failures.flatMap(({ reasons = [] }) => reasons) };
}
