import type { RowOutcome } from '@sluice/import-plan';
import { identityHolds, type Counts, type RowClass } from '@sluice/ledger';
import { classOf } from '../shared/batch-end.ts';

export interface Problem {
  readonly row: number;
  readonly expected: string;
}

/** What the result sheet says in all, gathered while its rows pass by. */
export interface Tally {
  readonly counts: Partial<Record<RowClass, number>>;
  /** The first rows that failed. */
  readonly problems: readonly Problem[];
  readonly problemsInAll: number;
}

/** As many as a mail could show. */
const problemsKept = 100;

export function createTally() {
  const counts: Partial<Record<RowClass, number>> = {};
  const problems: Problem[] = [];
  let problemsInAll = 0;

  async function* pass(outcomes: AsyncIterable<RowOutcome>): AsyncGenerator<RowOutcome> {
    for await (const outcome of outcomes) {
      add(outcome);
      yield outcome;
    }
  }

  function add(outcome: RowOutcome): void {
    const name = classOf[outcome.status];
    counts[name] = (counts[name] ?? 0) + 1;
    if (outcome.status !== 'failed') return;
    problemsInAll += 1;
    const { row, reason = 'no reason was given' } = outcome;
    if (problems.length < problemsKept) problems.push({ row, expected: reason });
  }

  return { pass, tally: (): Tally => ({ counts, problems, problemsInAll }) };
}

const told: readonly RowClass[] = [
  'created',
  'updated',
  'unchanged',
  'deleted',
  'landed',
  'skipped',
  'failed',
];

/** What does not add up, as codes; nothing when every row is in exactly one class (invariant 1). */
export function brokenIdentity(counts: Counts, { counts: seen }: Pick<Tally, 'counts'>): string[] {
  const differing = told.filter((name) => counts[name] !== (seen[name] ?? 0));
  return [...(identityHolds(counts) ? [] : ['sum']), ...differing];
}
