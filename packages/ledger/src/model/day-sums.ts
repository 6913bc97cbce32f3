import * as z from 'zod';
import type { RunSummary } from '../views/run-view.ts';

const count = z.int().nonnegative();

/** What the runs that began on a day came to. It is derived from them, and has no values of cells. */
export const daySumsSchema = z.object({
  /** `2026-11-21`, in UTC. */
  day: z.iso.date(),
  /** That have ended, or wait for a person. */
  runs: count,
  /** Rows that were read. */
  read: count,
  /** Rows whose records now match them. */
  landed: count,
  failed: count,
  /** From the start of each run to its end, in milliseconds. */
  ms: count,
  /** What AWS charges for them, in US dollars, about. */
  usd: z.number().nonnegative(),
});
export type DaySums = Readonly<z.infer<typeof daySumsSchema>>;

/** `GET /figures`: the last days, the oldest first, and those that are being counted. */
export const figuresSchema = z.object({ days: z.array(daySumsSchema), missing: z.array(z.string()) });

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
