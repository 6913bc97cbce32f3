import { success, type HttpRequest, type HttpResponse } from '@sluice/lambda-kit';
import { z } from 'zod';
import { requestOf } from '../act/request-of.ts';
import type { Files } from '../ports.ts';
import { batchObjects } from '../run-objects.ts';
import { noRun, type HistoryServices } from './runs.ts';

export interface RowServices extends Pick<HistoryServices, 'ledger'> {
  readonly files: Pick<Files, 'get'>;
}

const id = z.string().min(1).max(2000);
const querySchema = z.strictObject({ importId: id, recordId: id });

/** The rows of the sheet that an import wrote to one record. None once the outcomes have expired. */
export async function showRows(
  runId: string,
  query: HttpRequest['query'],
  { ledger, files }: RowServices,
): Promise<HttpResponse> {
  const parsed = requestOf(querySchema, query);
  if ('refused' in parsed) return parsed.refused;
  const { importId, recordId } = parsed.data;
  const submissions = await ledger.submissions(runId);
  const sent = submissions.find(
    (one) => one.phase === 'real' && one.attempts.some((attempt) => attempt.importId === importId),
  );
  if (!sent) return noRun;
  const outcomes = (await batchObjects.outcomes.read(sent, files)) ?? [];
  const rows = outcomes.filter((one) => [one, ...(one.records ?? [])].some((of) => of.recordId === recordId));
  return success({ batch: sent.batch, rows: rows.map(({ row }) => row) });
}
