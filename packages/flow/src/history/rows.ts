import { success, type HttpRequest, type HttpResponse } from '@sluice/lambda-kit';
import type { Attempt, Ledger } from '@sluice/ledger';
import * as z from 'zod';
import { requestOf } from '../act/request-of.ts';
import type { Files } from '../ports.ts';
import { batchObjects } from '../run-objects.ts';
import { noRun } from './runs.ts';

export interface RowServices {
  readonly ledger: Pick<Ledger, 'submissions'>;
  readonly files: Pick<Files, 'get'>;
}

const id = z.string().min(1).max(2000);
const querySchema = z.strictObject({ importId: id, recordId: id });

interface RowsOfImport {
  readonly batch: number;
  readonly rows: readonly number[];
  /** The hash of the values of the import. */
  readonly valuesSha256?: string;
}

/** The rows of the sheet that an import of a run wrote to one record; undefined where the run has no such import. */
export async function rowsWritten(
  runId: string,
  { importId, recordId }: z.infer<typeof querySchema>,
  { ledger, files }: RowServices,
): Promise<RowsOfImport | undefined> {
  const submissions = await ledger.submissions(runId);
  const isOfIt = (attempt: Attempt) => attempt.importId === importId;
  const sent = submissions.find((one) => one.phase === 'real' && one.attempts.some(isOfIt));
  if (!sent) return undefined;
  const valuesSha256 = sent.attempts.find(isOfIt)?.valuesSha256;
  const outcomes = (await batchObjects.outcomes.read(sent, files)) ?? [];
  const rows = outcomes.filter((one) => [one, ...(one.records ?? [])].some((of) => of.recordId === recordId));
  return { batch: sent.batch, rows: rows.map(({ row }) => row), ...(valuesSha256 && { valuesSha256 }) };
}

/** None once the outcomes have expired. */
export async function showRows(
  runId: string,
  query: HttpRequest['query'],
  services: RowServices,
): Promise<HttpResponse> {
  const parsed = requestOf(querySchema, query);
  if ('refused' in parsed) return parsed.refused;
  const written = await rowsWritten(runId, parsed.data, services);
  return written ? success(written) : noRun;
}
