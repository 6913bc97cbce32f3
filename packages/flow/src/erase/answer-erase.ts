import { eraseInput, erasingMs, recordNamed } from '@sluice/aws-kit/erasure';
import { failure, jsonOf, log, success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import * as z from 'zod';
import { named } from '../act/acts.ts';
import { requestOf } from '../act/request-of.ts';
import { eraseRun, type ErasedRun } from './erase-run.ts';
import { beginning, placeSchema, type EraseContext, type EraseServices } from './pass.ts';
import { leftInDrops, restBegins, restSchema, searchedSince, type Rest } from './rest-of-drops.ts';

const cursorSchema = z.strictObject({
  /** The page of runs. */
  after: z.string().optional(),
  /** The run of the page that is next. */
  place: placeSchema.optional(),
  /** What belongs to no run, once all runs are done. */
  rest: restSchema.optional(),
});
type Cursor = z.infer<typeof cursorSchema>;

const bodySchema = z.strictObject({
  ...named,
  ...eraseInput,
  /** The `next` of the answer before. */
  cursor: cursorSchema.optional(),
});

const runsAtOnce = 20;

interface Answered {
  readonly runs: readonly ErasedRun[];
  /** How many runs were looked through. */
  readonly searched: number;
  /** What holds the value and belongs to no run, or cannot be searched. */
  readonly left: readonly string[];
  readonly next?: Cursor;
}

/** `POST /erase`: erases the values of one record from the runs of as many pages as there is time for. */
export async function answerErase(request: HttpRequest, services: EraseServices): Promise<HttpResponse> {
  if (request.method !== 'POST') return failure(405, 'method_not_allowed', 'Expected: POST.');
  const parsed = requestOf(bodySchema, jsonOf(request.body));
  if ('refused' in parsed) return parsed.refused;
  const { record, receipt, dryRun, cursor = {}, by = 'somebody' } = parsed.data;
  const context: EraseContext = {
    request: {
      record: recordNamed(record, receipt),
      by: request.caller ?? by,
      dryRun,
      until: services.now().getTime() + erasingMs,
    },
    services,
  };
  const answer: Answered = cursor.rest
    ? { ...(await searchRest(cursor.rest, context)), runs: [], searched: 0 }
    : await eraseRuns(cursor, context);
  log.info('record_erased', { runs: answer.runs.length, searched: answer.searched, dryRun });
  return success(answer);
}

async function searchRest(
  from: Rest,
  { request: { record, until }, services }: EraseContext,
): Promise<Pick<Answered, 'left' | 'next'>> {
  const { left, next } = await leftInDrops(from, { record, until, services });
  return { left, ...(next && { next: { rest: next } }) };
}

async function eraseRuns(from: Cursor, { request, services }: EraseContext): Promise<Answered> {
  const since = searchedSince(services);
  const isLate = () => services.now().getTime() >= request.until;
  const erased: ErasedRun[] = [];
  const left: string[] = [];
  let { after, place } = from;
  let searched = 0;
  for (;;) {
    const page = await services.ledger.runPage({ since, limit: runsAtOnce, after });
    if (place === undefined)
      left.push(
        ...(page.unreadable ?? []).map((runId) => `run ${runId}: its item in the ledger cannot be read`),
      );
    const begin = Math.max(
      0,
      page.runs.findIndex(({ runId }) => runId === place?.runId),
    );
    for (const run of page.runs.slice(begin)) {
      const begun = place?.runId === run.runId ? place : beginning(run.runId);
      // Each call gets on by an object at least.
      if (searched > 0 && isLate())
        return { runs: erased, searched, left, next: { ...(after && { after }), place: begun } };
      const step = await eraseRun(run, begun, { request, services });
      if (step.kind === 'stopped')
        return { runs: erased, searched, left, next: { ...(after && { after }), place: step.place } };
      if (step.erased) erased.push(step.erased);
      searched += 1;
    }
    place = undefined;
    if (page.next === undefined) {
      if (isLate()) return { runs: erased, searched, left, next: { rest: restBegins } };
      const rest = await searchRest(restBegins, { request, services });
      return { ...rest, runs: erased, searched, left: [...left, ...rest.left] };
    }
    after = page.next;
  }
}
