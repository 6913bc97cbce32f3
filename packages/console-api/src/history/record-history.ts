import { requestOf } from '@sluice/flow/act/request-of';
import { rowsWritten, type RowServices } from '@sluice/flow/history/rows';
import { failure, success, type HttpRequest, type HttpResponse } from '@sluice/lambda-kit';
import { runSummary, type Ledger, type Migrations } from '@sluice/ledger';
import {
  recordHistoryPageSchema,
  withRuns,
  type RecordHistoryPage,
  type RecordWrite,
  type WritingRuns,
} from '@sluice/ledger/views';
import * as z from 'zod';
import { recordHistorySchema } from '../shapes.ts';

export interface RecordHistoryServices extends RowServices {
  readonly ledger: Pick<Ledger, 'run' | 'runPage' | 'submissions'>;
  readonly migrations: Pick<Migrations, 'migration'>;
  /** Asks the service about the site of the flow's token; undefined if it does not answer. Absent for a service that cannot. */
  readonly ask?: ((operation: string, input: object) => Promise<unknown>) | undefined;
}

/** The answer to `GET /history`: what `npx sluice history` joins, page by page. */
export interface RecordHistoryJson extends Pick<RecordHistoryPage, 'record' | 'end' | 'nextCursor'> {
  readonly writes: readonly RecordWrite[];
}

const refusedSchema = z.object({
  ok: z.literal(false),
  error: z.object({ code: z.string(), message: z.string() }),
});

/** Each write of a record, joined with the run that sent it. */
export async function answerHistory(
  { query }: HttpRequest,
  services: RecordHistoryServices,
): Promise<HttpResponse> {
  const parsed = requestOf(recordHistorySchema, query);
  if ('refused' in parsed) return parsed.refused;
  const { ask } = services;
  if (ask === undefined)
    return failure(404, 'not_found', 'The service of this system keeps no history of its records.');
  const answer = await ask('recordHistory', parsed.data);
  const page = recordHistoryPageSchema.safeParse(answer);
  if (!page.success) return refusal(answer);
  const { record, end, nextCursor } = page.data;
  const writes = await withRuns(page.data, writingRuns(services));
  return success({ record, writes, end, nextCursor } satisfies RecordHistoryJson);
}

/** What the service says about a wrong request helps; what it says of itself does not. */
function refusal(answer: unknown): HttpResponse {
  const { data } = refusedSchema.safeParse(answer);
  if (data?.error.code === 'not_found') return failure(404, 'not_found', data.error.message);
  if (data?.error.code === 'invalid_request') return failure(400, 'invalid_request', data.error.message);
  return failure(503, 'unavailable', 'The service does not answer now. Try again in a minute.');
}

/** As the ledger knows them. */
function writingRuns(services: RecordHistoryServices): WritingRuns {
  const { ledger, migrations } = services;
  return {
    of: async (importId) => {
      const [run] = (await ledger.runPage({ importId, limit: 1 })).runs;
      return run && runSummary(run);
    },
    rows: (runId, of) => rowsWritten(runId, of, services),
    startedBy: async (migrationId) => (await migrations.migration(migrationId))?.startedBy,
    undoAskedBy: async (runId, before) => {
      const { undo } = (await ledger.run(runId)) ?? {};
      return undo !== undefined && undo.at <= before ? undo.by : undefined;
    },
  };
}
