import type { PageQuery, RunQuery } from './ledger.ts';
import type { Run } from '../model/run.ts';
import { compare, instant, placeOfRun } from '../model/order.ts';

export function withInstants<Query extends RunQuery>(query: Query): Query {
  const { since, until } = query;
  return {
    ...query,
    ...(since !== undefined && { since: instant(since) }),
    ...(until !== undefined && { until: instant(until) }),
  };
}

/** Whether the run matches, except for its importIds, which are in its submissions. Times are in their stored form. */
export function isAskedFor(
  run: Run,
  { since = '', until, status, schema, dropper, hash }: RunQuery,
): boolean {
  const wanted = [
    [status, run.status],
    [schema, run.schema],
    [dropper, run.droppedBy],
    [hash, run.sha256],
  ];
  const isInTime = run.startedAt >= since && (until === undefined || run.startedAt < until);
  return isInTime && wanted.every(([asked, is]) => asked === undefined || asked === is);
}

/** Newest first, without the runs of earlier pages. */
export function inOrder(runs: readonly Run[], { after }: Pick<PageQuery, 'after'>): Run[] {
  return runs
    .toSorted((a, b) => compare(placeOfRun(b), placeOfRun(a)))
    .filter((run) => after === undefined || placeOfRun(run) < after);
}
