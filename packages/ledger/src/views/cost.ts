import * as z from 'zod';
import { mayAsk } from '../run/approval.ts';
import type { Run } from '../model/run.ts';
import type { Progress } from '../run/progress.ts';
import { computeOf } from './model.ts';
import { requestsSchema, usdOf } from './prices.ts';
import { putsOfReports, reportsOf, type Reports } from './report-puts.ts';

/** What the flow has used of AWS for a run so far, and what that costs at list prices. The service is not included. */
export const costSchema = requestsSchema.extend({
  /** US dollars. */
  usd: z.number(),
});
export type Cost = z.infer<typeof costSchema>;

type WorkDone = Pick<Progress, 'usage' | 'dry' | 'real' | 'work'>;

/**
 * For each run, batch of an approval, and so on: as counted in runs without faults. test/cost compares it with all requests of
 * a run.
 */
const units = {
  writes: {
    run: 107,
    step: 0.2,
    submission: 4,
    attempt: 3,
    asked: 60,
    askedBatch: 5,
    undone: 42,
    undoneBatch: 1,
  },
  /** `listed`: a submission in a list of all. */
  reads: {
    run: 31,
    step: 1.6,
    attempt: 4,
    planned: 2,
    listed: 0.17,
    asked: 21,
    undone: 13,
    undoneBatch: 1.7,
  },
  /** Sent ten at once, received and deleted one by one. */
  queueRequests: { run: 5, attempt: 2.1, asked: 0.7 },
  objectGets: {
    run: 5,
    profile: 3,
    attempt: 2,
    planned: 1,
    rule: 1,
    preview: 1,
    asked: 5,
    askedBatch: 2,
    undoneBatch: 2,
  },
  /** The rule of approval is kept of each run that may ask, and a preview of each of its dry runs. */
  objectPuts: { submission: 1, profile: 1, rule: 1, preview: 1, undoneBatch: 1 },
} as const;

/** From the work that the ledger knows: attempts, submissions, steps of the tracker, and rows. Pure. */
export function costOf(run: Run, done: WorkDone): Cost {
  const reports = reportsOf(run);
  const did = didOf(run, done, reports);
  const { stayed = { steps: 0, ms: 0 } } = done.work ?? {};
  const rows = run.reading?.rows ?? 0;
  const { batches } = done.dry;
  const requests = {
    ...computeOf({
      invocations: {
        read: 1,
        submit: did.attempt,
        track: did.step - stayed.steps,
        report: reports.reports,
      },
      steps: did.step,
      stayedSeconds: stayed.ms / 1000,
      rows,
      sent: batches === 0 ? 0 : (rows * did.attempt) / batches,
    }),
    tableWrites: Math.ceil(total(units.writes, did)),
    tableReads: Math.ceil(total(units.reads, did)),
    queueRequests: Math.round(total(units.queueRequests, did)),
    objectPuts: total(units.objectPuts, did) + putsOfReports(run, reports),
    objectGets: total(units.objectGets, did),
    mails: mailsOf(run, reports),
  };
  return { ...requests, gbSeconds: rounded(requests.gbSeconds), usd: rounded(usdOf(requests)) };
}

/** How often the run did what `units` are for. */
function didOf(run: Run, { usage, dry, real, work }: WorkDone, { asked, isUndone }: Reports) {
  const { steps, read } = work ?? { steps: 0, read: 0 };
  const rule = mayAsk(run) ? 1 : 0;
  const submissions = dry.batches + real.batches;
  return {
    run: 1,
    step: steps,
    submission: submissions,
    attempt: usage.dryRuns + usage.imports,
    planned: real.batches,
    listed: read + 3 * submissions,
    profile: run.profile === undefined ? 0 : 1,
    asked,
    askedBatch: asked * dry.batches,
    rule,
    preview: rule * usage.dryRuns,
    undone: isUndone ? 1 : 0,
    undoneBatch: isUndone ? real.batches : 0,
  };
}
type Did = ReturnType<typeof didOf>;

function total(each: Readonly<Partial<Did>>, did: Did): number {
  const names = Object.keys(did) as (keyof Did)[];
  return names.reduce((sum, name) => sum + (each[name] ?? 0) * did[name], 0);
}

/** One for each report, except that the last may not be sent. A migration sends its own. */
function mailsOf({ emails, migration, notice }: Run, { reports }: Reports): number {
  if (migration !== undefined) return 0;
  return emails.length * (notice?.state === 'sent' ? reports : reports - 1);
}

/** Rounded to six decimals, because a small run costs less than a hundredth of a cent. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
