import type { HttpRequest, HttpResponse } from '@sluice/lambda-kit';
import { etaOf, runStatuses, runSummary, runView, type Ledger, type RateBudgets } from '@sluice/ledger';
import { z } from 'zod';
import type { Clock } from '../shared/ports.ts';
import { failure, pathOf, success } from '../shared/http-json.ts';
import { timelineOf } from './timeline.ts';

export interface HistoryServices {
  readonly ledger: Pick<Ledger, 'run' | 'runs' | 'submissions' | 'events'>;
  readonly budgets: Pick<RateBudgets, 'read'>;
  /** Part of the service's hourly limit that is left to others, from 0 to 1. */
  readonly reserve: number;
  readonly now: Clock;
}

const querySchema = z.strictObject({
  since: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'expected a time such as 2026-01-31T00:00:00Z')
    .transform((text) => new Date(text).toISOString())
    .optional(),
  status: z.enum(runStatuses).optional(),
  limit: z.coerce.number().int().min(1).optional(),
});

/** `GET /runs` gives the runs, newest first; `GET /runs/{runId}` gives one whole, with its timeline. */
export async function answerHistory(request: HttpRequest, services: HistoryServices): Promise<HttpResponse> {
  if (request.method !== 'GET') return failure(405, 'method_not_allowed', 'Expected: GET.');
  const [collection, runId, ...more] = pathOf(request.path);
  if (collection !== 'runs' || more.length > 0)
    return failure(404, 'not_found', 'Expected: /runs or /runs/{runId}.');
  return runId === undefined ? listRuns(request.query, services) : showRun(runId, services);
}

async function listRuns(query: HttpRequest['query'], { ledger }: HistoryServices): Promise<HttpResponse> {
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'query'}: ${message}`,
    );
    return failure(400, 'invalid_request', problems.join('; '));
  }
  const runs = await ledger.runs(parsed.data);
  return success(runs.map((run) => runSummary(run)));
}

async function showRun(
  runId: string,
  { ledger, budgets, reserve, now: clock }: HistoryServices,
): Promise<HttpResponse> {
  const run = await ledger.run(runId);
  if (run === undefined) return failure(404, 'not_found', 'There is no run with this id.');
  const [submissions, events, budget] = await Promise.all([
    ledger.submissions(runId),
    ledger.events(runId),
    budgets.read(run.target),
  ]);
  const now = clock();
  const eta = etaOf({ run, submissions, budget, reserve, now });
  const { emails: to, mail, mailEvents, reminders } = run;
  const { owner: _owner, leaseUntil: _leaseUntil, ...told } = mail ?? {};
  const emails = { to, ...told, reminders, events: mailEvents };
  return success({ ...runView(run, submissions, now), eta, emails, ...timelineOf(events) });
}
