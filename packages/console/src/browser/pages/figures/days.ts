import type { RunSummaryJson } from '@sluice/ledger/views';

/** What the runs that began on a day came to. */
export interface Day {
  /** Such as `2026-11-23`, in UTC. */
  readonly day: string;
  /** Rows whose records now match them. */
  readonly landed: number;
  readonly failed: number;
  /** Rows that were left out, skipped, not attempted, or of an unknown outcome. */
  readonly others: number;
  /** Rows read, by the time from the start to the end of their runs. */
  readonly perMinute: number;
  readonly usd: number;
}

type Counted = Pick<RunSummaryJson, 'startedAt' | 'finishedAt' | 'counts'> & { readonly usd: number };

const dayOf = (time: string): string => time.slice(0, 'yyyy-mm-dd'.length);
const [minuteMs, dayMs] = [60_000, 86_400_000];

/** The last days, the oldest first, those without a run too. */
export function daysOf(
  runs: readonly Counted[],
  { count, now }: { readonly count: number; readonly now: Date },
): Day[] {
  return Array.from({ length: count }, (_, at) => {
    const day = dayOf(new Date(now.getTime() - (count - 1 - at) * dayMs).toISOString());
    return sumOf(
      day,
      runs.filter(({ startedAt }) => dayOf(startedAt) === day),
    );
  });
}

function sumOf(day: string, runs: readonly Counted[]): Day {
  const sum = (of: (run: Counted) => number): number => runs.reduce((all, run) => all + of(run), 0);
  const landed = sum(
    ({ counts: { created, updated, unchanged, deleted, landed: written } }) =>
      created + updated + unchanged + deleted + written,
  );
  const failed = sum(({ counts }) => counts.failed);
  const read = sum(({ counts }) => counts.read);
  const ms = sum(({ startedAt, finishedAt }) =>
    finishedAt === null ? 0 : Date.parse(finishedAt) - Date.parse(startedAt),
  );
  const perMinute = ms === 0 ? 0 : Math.round((read * minuteMs) / ms);
  return { day, landed, failed, others: read - landed - failed, perMinute, usd: sum(({ usd }) => usd) };
}
