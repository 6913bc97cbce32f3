import type { HttpRequest, HttpResponse } from '@sluice/lambda-kit';
import type { RateBudgets } from '@sluice/call-budget';
import { etaOf, runStatuses, runSummary, runView, type Ledger, type Migrations } from '@sluice/ledger';
import { z } from 'zod';
import type { Clock } from '../ports.ts';
import { failure, pathOf, success } from '@sluice/lambda-kit';
import type { Seals } from '../seal/seals.ts';
import { listSeals, showHeads } from './seals.ts';
import { isPart, showPart } from './stored.ts';
import { timelineOf } from './timeline.ts';

export interface HistoryServices {
  readonly ledger: Pick<
    Ledger,
    'run' | 'runPage' | 'submissions' | 'events' | 'eventPage' | 'itemPage' | 'sealNotes'
  >;
  readonly migrations: Pick<Migrations, 'events' | 'stored'>;
  readonly seals: Seals;
  readonly budgets: Pick<RateBudgets, 'read'>;
  /** Part of the service's hourly limit that is left to others, from 0 to 1. */
  readonly reserve: number;
  readonly now: Clock;
}

const time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'expected a time such as 2026-01-31T00:00:00Z')
  .transform((text) => new Date(text).toISOString());
const value = z.string().min(1).max(2000);

/** A run of long notes weighs 40 KB, and an answer may have 6 MB. */
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

/**
 * `GET /runs` gives a page of runs, newest first; `GET /runs/{runId}` one whole, with its timeline; `…/events` its history as it is
 * chained, and `…/items` what its items are, in pages; `GET /seals` the seals, and `GET /seals/{day}/heads` what one of them has sealed.
 */
export async function answerHistory(request: HttpRequest, services: HistoryServices): Promise<HttpResponse> {
  if (request.method !== 'GET') return failure(405, 'method_not_allowed', 'Expected: GET.');
  const [collection, id, part, ...more] = pathOf(request.path);
  const { query } = request;
  if (more.length === 0 && collection === 'runs') {
    if (id === undefined) return listRuns(query, services);
    if (part === undefined) return showRun(id, services);
    if (isPart(part)) return showPart(part, { id, query }, services);
  }
  if (more.length === 0 && collection === 'seals') {
    if (id === undefined) return listSeals(query, services);
    if (part === 'heads') return showHeads(id, query, services.seals);
  }
  return failure(
    404,
    'not_found',
    'Expected: /runs, /runs/{runId}, /runs/{runId}/events, /runs/{runId}/items, /seals or /seals/{day}/heads.',
  );
}

async function listRuns(query: HttpRequest['query'], { ledger }: HistoryServices): Promise<HttpResponse> {
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) return wrongQuery(parsed.error);
  const { runs, ...page } = await ledger.runPage(parsed.data);
  return success({ runs: runs.map((run) => runSummary(run)), ...page });
}

export function wrongQuery({ issues }: z.ZodError): HttpResponse {
  const problems = issues.map(({ path, message }) => `${path.join('.') || 'query'}: ${message}`);
  return failure(400, 'invalid_request', problems.join('; '));
}

async function showRun(
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
  const { owner: _owner, leaseUntil: _leaseUntil, ...told } = mail ?? {};
  const emails = { to, ...told, reminders, events: mailEvents };
  return success({ ...runView(run, submissions, now), eta, emails, ...timelineOf(events) });
}

export const noRun = failure(404, 'not_found', 'There is no run with this id.');
