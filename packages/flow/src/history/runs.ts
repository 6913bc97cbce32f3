import { failure, invalidRequest, success, type HttpRequest, type HttpResponse } from '@sluice/lambda-kit';
import type { RateBudgets } from '@sluice/call-budget';
import { etaOf, runStatuses, runSummary, runView, type Ledger, type Migrations } from '@sluice/ledger';
import { z } from 'zod';
import type { Clock } from '../ports.ts';
import type { Seals } from '../seal/seals.ts';
import { timelineOf } from './timeline.ts';

export interface HistoryServices {
  readonly ledger: Pick<
    Ledger,
    'run' | 'runPage' | 'submissions' | 'events' | 'eventPage' | 'itemPage' | 'sealNotes'
  >;
  readonly migrations: Pick<Migrations, 'events' | 'stored'>;
  readonly seals: Seals;
  readonly budgets: Pick<RateBudgets, 'read'>;
  /** The part of the service's hourly limit that is left to others, from 0 to 1. */
  readonly reserve: number;
  readonly now: Clock;
}

const time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'expected a time such as 2026-01-31T00:00:00Z')
  .transform((text) => new Date(text).toISOString());
const value = z.string().min(1).max(2000);

/** A run with long notes has 40 KB, and an answer at most 6 MB. */
const mostRuns = 100;
const querySchema = z.strictObject({
  since: time.optional(),
  until: time.optional(),
  status: z.enum(runStatuses).optional(),
  schema: value.optional(),
  dropper: value.optional(),
  hash: value.optional(),
  importId: value.optional(),
  limit: z.coerce.number().int().min(1).max(mostRuns).default(mostRuns),
  /** The `next` of the page before. */
  after: value.optional(),
});

export async function listRuns(
  query: HttpRequest['query'],
  { ledger }: HistoryServices,
): Promise<HttpResponse> {
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) return invalidRequest(parsed.error, 'query');
  const { runs, ...page } = await ledger.runPage(parsed.data);
  return success({ runs: runs.map((run) => runSummary(run)), ...page });
}

export async function showRun(
  runId: string,
  { ledger, budgets, reserve, now: clock }: HistoryServices,
): Promise<HttpResponse> {
  const run = await ledger.run(runId);
  if (run === undefined) return noRun;
  const [submissions, events, budget] = await Promise.all([
    ledger.submissions(runId),
    ledger.events(runId),
    budgets.read(run.target),
  ]);
  const now = clock();
  const eta = etaOf({ run, submissions, budget, reserve, now });
  const { emails: to, notice: mail, mailEvents, reminders } = run;
  const { owner: _owner, leaseUntil: _leaseUntil, ...notified } = mail ?? {};
  const emails = { to, ...notified, reminders, events: mailEvents };
  return success({ ...runView(run, submissions, now), eta, emails, ...timelineOf(events) });
}

export const noRun = failure(404, 'not_found', 'There is no run with this id.');
