import { requestOf } from '@sluice/flow/act/request-of';
import { allRowsWritten, rowsWritten, type RowServices } from '@sluice/flow/history/rows';
import { failure, success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import { runSummary, type Ledger, type Migrations } from '@sluice/ledger';
import {
  changedBy,
  changesPageSchema,
  recordHistoryPageSchema,
  withRuns,
  type ChangedByImport,
  type ChangingRuns,
  type RecordHistoryPage,
  type RecordWrite,
  type WritingRuns,
} from '@sluice/ledger/views';
import * as z from 'zod';
import { routeOf } from '../route-of.ts';
import { changesSchema, recordHistorySchema } from '../shapes.ts';

export interface RecordHistoryServices extends RowServices {
  readonly ledger: Pick<Ledger, 'run' | 'runPage' | 'submissions' | 'submissionEvents'>;
  readonly migrations: Pick<Migrations, 'migration'>;
  /** Asks the service about the site of the flow's token; undefined if it does not answer. Absent for a service that cannot. */
  readonly ask?: ((operation: string, input: object) => Promise<unknown>) | undefined;
}

/** The answer to `GET /changes`: what `npx sluice audit changes` writes line by line, page by page. */
export interface ChangesJson {
  readonly items: readonly ChangedByImport[];
  readonly nextCursor?: string | undefined;
}

/** The answer to `GET /history`: what `npx sluice history` joins, page by page. */
export interface RecordHistoryJson extends Pick<RecordHistoryPage, 'record' | 'end' | 'nextCursor'> {
  readonly writes: readonly RecordWrite[];
}

const refusedSchema = z.object({
  ok: z.literal(false),
  error: z.object({ code: z.string(), message: z.string() }),
});

/** What imports changed, in one record or in a time, joined with the runs that sent them. */
export async function answerHistory(
  request: HttpRequest,
  services: RecordHistoryServices,
): Promise<HttpResponse> {
  const isOfTime = routeOf(request) === 'changes';
  const parsed = requestOf(isOfTime ? changesSchema : recordHistorySchema, request.query);
  if ('refused' in parsed) return parsed.refused;
  const { ask } = services;
  if (ask === undefined)
    return failure(404, 'not_found', 'The service of this system keeps no history of its records.');
  const answer = await ask(isOfTime ? 'listChanges' : 'recordHistory', parsed.data);
  return isOfTime ? changes(answer, services) : writes(answer, services);
}

async function writes(answer: unknown, services: RecordHistoryServices): Promise<HttpResponse> {
  const page = recordHistoryPageSchema.safeParse(answer);
  if (!page.success) return refusal(answer);
  const { record, end, nextCursor } = page.data;
  const found = await withRuns(page.data, writingRuns(services));
  return success({ record, writes: found, end, nextCursor } satisfies RecordHistoryJson);
}

async function changes(answer: unknown, services: RecordHistoryServices): Promise<HttpResponse> {
  const page = changesPageSchema.safeParse(answer);
  if (!page.success) return refusal(answer);
  const runs = writingRuns(services);
  const items: ChangedByImport[] = [];
  for (const one of page.data.items) items.push(await changedBy(one, runs));
  return success({ items, nextCursor: page.data.nextCursor } satisfies ChangesJson);
}

/** What the service says about a wrong request helps; what it says of itself does not. */
function refusal(answer: unknown): HttpResponse {
  const { data } = refusedSchema.safeParse(answer);
  if (data?.error.code === 'not_found') return failure(404, 'not_found', data.error.message);
  if (data?.error.code === 'invalid_request') return failure(400, 'invalid_request', data.error.message);
  return failure(503, 'unavailable', 'The service does not answer now. Try again in a minute.');
}

/** An import belongs to one run; another server may give the same id again. */
const mostNamed = 50;

/** As the ledger knows them. */
function writingRuns(services: RecordHistoryServices): WritingRuns & ChangingRuns {
  const { ledger, migrations } = services;
  return {
    of: async function* (importId) {
      const { runs } = await ledger.runPage({ importId, limit: mostNamed });
      for (const run of runs) yield runSummary(run);
    },
    rows: (runId, of) => rowsWritten(runId, of, services),
    allRows: (runId, importId) => allRowsWritten(runId, importId, services),
    startedBy: async (migrationId) => (await migrations.migration(migrationId))?.startedBy,
    undoAskedBy: async (runId, before) => {
      const { undo } = (await ledger.run(runId)) ?? {};
      return undo !== undefined && undo.at <= before ? undo.by : undefined;
    },
  };
}
