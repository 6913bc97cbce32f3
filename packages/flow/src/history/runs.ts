import { failure, success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import type { RateBudgets } from '@sluice/ledger/call-budget';
import {
  asksPerson,
  etaOf,
  inOrderOfTime,
  isEnded,
  needsEarlierRuns,
  progressOf,
  runHead,
  runStatuses,
  runSummary,
  submissionView,
  type Ledger,
  type Migrations,
  type Run,
  type RunWithProgress,
  type Submission,
} from '@sluice/ledger';
import { inParallel } from '@sluice/aws-kit/parallel';
import * as z from 'zod';
import { requestOf } from '../act/request-of.ts';
import type { Clock } from '../ports.ts';
import { importedBefore } from '../report/imported-before.ts';
import type { Seals } from '../seal/seals.ts';
import { eventView, isKnown, isSettling, tagged, tagOf, tailOf, unchanged } from './follow.ts';

export interface HistoryServices {
  readonly ledger: Pick<
    Ledger,
    | 'run'
    | 'runWithProgress'
    | 'runPage'
    | 'submissions'
    | 'submissionPage'
    | 'eventPage'
    | 'itemPage'
    | 'sealNotes'
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
const readsAtOnce = 10;
const earlierCompared = 10;
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
  /** Whether each run is shown with its usage, which takes a read of its own. */
  usage: z.literal('true').optional(),
});

export async function listRuns(
  query: HttpRequest['query'],
  { ledger, now }: HistoryServices,
): Promise<HttpResponse> {
  const parsed = requestOf(querySchema, query);
  if ('refused' in parsed) return parsed.refused;
  const { usage: hasUsage, ...asked } = parsed.data;
  const { runs, ...page } = await ledger.runPage(asked);
  if (!hasUsage) return success({ runs: runs.map((run) => runSummary(run)), ...page });
  const shown: unknown[] = [];
  await inParallel(runs, readsAtOnce, async (run, index) => {
    const { progress } = (await ledger.runWithProgress(run.runId)) ?? {};
    shown[index] = { ...runSummary(run), usage: runHead({ run, progress }, now()).usage };
  });
  return success({ runs: shown, ...page });
}

/** An event has 6 KB at most in practice, and an answer 6 MB. */
const mostListed = 1000;
const runQuerySchema = z.strictObject({
  /** At most so many submissions and events; with 0 only the run and its progress. */
  limit: z.coerce.number().int().min(0).max(mostListed).default(mostListed),
  /** The `next` of the page before. */
  after: z
    .string()
    .max(2000)
    .regex(/^(?:submissions|timeline) ./u, 'expected the `next` of the page before')
    .optional(),
  /** Only with the limit 0: also the events of the run itself after this place, the `tail.after` of the answer before; 0 at first. */
  tail: z.string().min(1).max(2000).optional(),
});

/** The run with its first submissions and events, or further ones of them. Its progress is read from one item. */
export async function showRun(
  runId: string,
  { query, headers }: Pick<HttpRequest, 'query' | 'headers'>,
  services: HistoryServices,
): Promise<HttpResponse> {
  const parsed = requestOf(runQuerySchema, query);
  if ('refused' in parsed) return parsed.refused;
  const { limit, after, tail } = parsed.data;
  const found = await services.ledger.runWithProgress(runId);
  if (found === undefined) return noRun;
  if (limit === 0) {
    const tag = tagOf(found, services.now());
    if (isKnown(tag, headers)) return unchanged(tag);
    const shown = { ...(await headOf(found, services)), progress: viewOf(found) };
    return tagged(
      tail === undefined ? shown : { ...shown, tail: await tailOf(runId, tail, services.ledger) },
      tag,
    );
  }
  const { submissions, ...lists } = await listsOf(runId, { limit, after }, services);
  const shown = { submissions: submissions.map(submissionView), ...lists };
  if (after !== undefined) return success(shown);
  const isAll = lists.next?.startsWith('submissions') !== true;
  return success({ ...(await headOf(found, services, isAll ? submissions : undefined)), ...shown });
}

function viewOf({ progress }: RunWithProgress) {
  return {
    batches: progress?.dry.batches ?? 0,
    checked: progress?.dry.ended ?? 0,
    imported: progress?.real.ended ?? 0,
  };
}

/** `known`: all submissions of the run, where they were read already. */
async function headOf(
  found: RunWithProgress,
  { ledger, budgets, reserve, now: clock }: HistoryServices,
  known?: readonly Submission[],
): Promise<object> {
  const { run, progress: stored } = found;
  const now = clock();
  // What a person has decided since, and what became of batches that were on their way at the end, only the submissions know.
  const submissions = known ?? (isSettling(found) ? await ledger.submissions(run.runId) : undefined);
  const progress = submissions ? progressOf(run, submissions, stored?.work) : stored;
  const budget = progress && (await budgets.read(run.target));
  const earlier = progress && needsEarlierRuns(run, progress) ? await earlierRuns(run, ledger) : [];
  const eta = progress ? etaOf({ run, progress, earlier, budget, reserve, now }) : null;
  const { emails: to, notice: mail, mailEvents, reminders } = run;
  const { owner: _owner, leaseUntil: _leaseUntil, ...notified } = mail ?? {};
  const emails = { to, ...notified, reminders, events: mailEvents };
  const isAtRest = isEnded(run.status) || asksPerson(run.status);
  const before = isAtRest ? await importedBefore(run, ledger) : undefined;
  const head = runHead({ run, progress, submissions: submissions ?? [] }, now);
  return { ...head, ...(before && { importedBefore: before }), eta, emails };
}

/** Runs of the same schema, the newest first: how long they took shows how long this one may take. */
async function earlierRuns(
  { schema, startedAt }: Run,
  ledger: Pick<Ledger, 'runPage'>,
): Promise<readonly Run[]> {
  if (schema === undefined) return [];
  const { runs } = await ledger.runPage({ schema, until: startedAt, limit: earlierCompared });
  return runs;
}

interface Lists {
  readonly submissions: readonly Submission[];
  readonly timeline: readonly object[];
  readonly next?: string | undefined;
}

/** First the submissions, then the events of the run itself, then those of its submissions. Each page is in order of time. */
async function listsOf(
  runId: string,
  { limit, after = '' }: { readonly limit: number; readonly after?: string | undefined },
  { ledger }: HistoryServices,
): Promise<Lists> {
  const [, list, place] = /^(\w+) (.+)$/su.exec(after) ?? [];
  const page = { limit, after: place };
  if (list !== 'timeline') {
    const { submissions, next } = await ledger.submissionPage(runId, page);
    if (next !== undefined) return { submissions, timeline: [], next: `submissions ${next}` };
    return { submissions, ...(await timelinePage(ledger, runId, { limit })) };
  }
  return { submissions: [], ...(await timelinePage(ledger, runId, page)) };
}

async function timelinePage(
  ledger: HistoryServices['ledger'],
  runId: string,
  page: { readonly limit: number; readonly after?: string | undefined },
): Promise<Omit<Lists, 'submissions'>> {
  const { events, next } = await ledger.eventPage(runId, page);
  const timeline = inOrderOfTime(events).map(eventView);
  return { timeline, ...(next !== undefined && { next: `timeline ${next}` }) };
}

export const noRun = failure(404, 'not_found', 'There is no run with this id.');
