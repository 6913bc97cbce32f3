import { success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import { dayAfter, dayOf, sumsOf, type DaySums, type Ledger } from '@sluice/ledger';
import * as z from 'zod';
import { requestOf } from '../act/request-of.ts';
import { mostDays, sumsOfDay, type SumServices } from '../figures/sum-days.ts';

export interface FigureServices extends SumServices {
  readonly ledger: SumServices['ledger'] & Pick<Ledger, 'daySums' | 'firstDay'>;
}

/** Runs that one answer reads for days without sums: today, and yesterday until it is sealed. */
const mostRuns = 1000;
const querySchema = z.strictObject({ days: z.coerce.number().int().min(1).max(mostDays).default(30) });

/** What the runs of the last days came to, by day: from what is kept of each day, else from its runs. */
export async function showFigures(
  query: HttpRequest['query'],
  services: FigureServices,
): Promise<HttpResponse> {
  const parsed = requestOf(querySchema, query);
  if ('refused' in parsed) return parsed.refused;
  const { ledger, now } = services;
  const today = dayOf(now().toISOString());
  const from = dayAfter(today, 1 - parsed.data.days);
  const [kept, first = today] = await Promise.all([ledger.daySums(from, today), ledger.firstDay()]);
  const known = new Map(kept.map((sums) => [sums.day, sums]));
  const days: DaySums[] = [];
  const missing: string[] = [];
  let left = mostRuns;
  for (let day = today; day >= from; day = dayAfter(day, -1)) {
    const isEmpty = day < first;
    // Today goes on.
    const found = day === today ? undefined : (known.get(day) ?? (isEmpty ? sumsOf(day, []) : undefined));
    const sums = found ?? (left > 0 ? await sumsOfDay(day, services, left) : undefined);
    if (sums === undefined) missing.push(day);
    else days.push(sums);
    // A day that is too much is not tried again with the rest.
    if (found === undefined) left = sums === undefined ? 0 : left - sums.runs - 1;
  }
  return success({ days: days.toReversed(), missing: missing.toReversed() });
}
