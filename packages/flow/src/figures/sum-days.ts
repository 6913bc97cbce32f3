import { asksPerson, dayAfter, isEnded, runHead, sumsOf, type DaySums, type Ledger } from '@sluice/ledger';
import { inParallel } from '@sluice/aws-kit/parallel';
import type { Clock } from '../ports.ts';

export interface SumServices {
  readonly ledger: Pick<Ledger, 'runPage' | 'runWithProgress'>;
  readonly now: Clock;
}

const runsPerPage = 100;
const readsAtOnce = 16;

/** What the runs that began on a day came to. @returns undefined if there are more than `most` of them */
export async function sumsOfDay(
  day: string,
  { ledger, now }: SumServices,
  most = Number.POSITIVE_INFINITY,
): Promise<DaySums | undefined> {
  const times = { since: `${day}T00:00:00.000Z`, until: `${dayAfter(day)}T00:00:00.000Z` };
  const heads: Parameters<typeof sumsOf>[1][number][] = [];
  let seen = 0;
  for (let after: string | undefined; ;) {
    const { runs, next } = await ledger.runPage({ ...times, limit: runsPerPage, after });
    seen += runs.length;
    if (seen > most) return undefined;
    const atRest = runs.filter(({ status }) => isEnded(status) || asksPerson(status));
    await inParallel(atRest, readsAtOnce, async (run) => {
      const { progress } = (await ledger.runWithProgress(run.runId)) ?? {};
      heads.push(runHead({ run, progress }, now()));
    });
    if (next === undefined) return sumsOf(day, heads);
    after = next;
  }
}

/** As many days as the console shows. */
export const mostDays = 366;

/**
 * Sums up the days that have no sums, the newest first: those of an earlier version, or all where the sums were lost. It begins
 * none when `isInTime` says no.
 */
export async function sumMissingDays(
  services: SumServices & { readonly ledger: Pick<Ledger, 'daySums' | 'firstDay' | 'keepDaySums'> },
  { until, isInTime }: { readonly until: string; readonly isInTime: () => boolean },
): Promise<void> {
  const { ledger } = services;
  const first = await ledger.firstDay();
  // On the day of the first run the last seal is of the day before. A table refuses a range that ends before it begins.
  if (first === undefined || first > until) return;
  const earliest = dayAfter(until, 1 - mostDays);
  const from = first > earliest ? first : earliest;
  const known = new Set((await ledger.daySums(from, until)).map(({ day }) => day));
  for (let day = until; day >= from && isInTime(); day = dayAfter(day, -1))
    if (!known.has(day)) await keepSums(day, services);
}

export async function keepSums(
  day: string,
  services: SumServices & { readonly ledger: Pick<Ledger, 'keepDaySums'> },
): Promise<void> {
  const sums = await sumsOfDay(day, services);
  if (sums !== undefined) await services.ledger.keepDaySums(sums);
}
