import type { DaySums } from '../model/day-sums.ts';
import type { RunSummary } from './run-view.ts';

type Counted = Pick<RunSummary, 'startedAt' | 'finishedAt' | 'counts'> & {
  readonly usage: { readonly usd: number };
};

export function sumsOf(day: string, runs: readonly Counted[]): DaySums {
  const sum = (of: (run: Counted) => number): number => runs.reduce((all, run) => all + of(run), 0);
  return {
    day,
    runs: runs.length,
    read: sum(({ counts }) => counts.read),
    landed: sum(
      ({ counts: { created, updated, unchanged, deleted, landed } }) =>
        created + updated + unchanged + deleted + landed,
    ),
    failed: sum(({ counts }) => counts.failed),
    ms: sum(({ startedAt, finishedAt }) =>
      finishedAt === null ? 0 : Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)),
    ),
    usd: sum(({ usage }) => usage.usd),
  };
}
