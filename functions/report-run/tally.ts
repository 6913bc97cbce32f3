import type { RowOutcome } from '@sluice/import-plan';
import type { HeldBack } from '@sluice/mail';
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
  /** The first reasons for which good rows were not written. */
  readonly heldBack: readonly HeldBack[];
}

/** As many as a mail could show. */
const problemsKept = 100;
const reasonsKept = 5;

export function createTally() {
  const counts: Partial<Record<RowClass, number>> = {};
  const problems: Problem[] = [];
  let problemsInAll = 0;
  const heldBack = new Map<string, HeldBack>();

  async function* pass(outcomes: AsyncIterable<RowOutcome>): AsyncGenerator<RowOutcome> {
    for await (const outcome of outcomes) {
      add(outcome);
      yield outcome;
    }
  }

  function add(outcome: RowOutcome): void {
    const name = classOf[outcome.status];
    counts[name] = (counts[name] ?? 0) + 1;
    if (outcome.status === 'not attempted') holdBack(outcome);
    if (outcome.status !== 'failed') return;
    problemsInAll += 1;
    const { row, reason = 'no reason was given' } = outcome;
    if (problems.length < problemsKept) problems.push({ row, expected: reason });
  }

  function holdBack({ row, reason }: RowOutcome): void {
    if (reason === undefined) return;
    const { rows = 0, firstRow = row } = heldBack.get(reason) ?? {};
    if (rows > 0 || heldBack.size < reasonsKept) heldBack.set(reason, { reason, rows: rows + 1, firstRow });
  }

  return {
    pass,
    tally: (): Tally => ({ counts, problems, problemsInAll, heldBack: [...heldBack.values()] }),
  };
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
