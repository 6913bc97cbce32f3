import { success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import { valuesInHistory, type Attempt, type Ledger } from '@sluice/ledger';
import * as z from 'zod';
import { requestOf } from '../act/request-of.ts';
import type { Files } from '../ports.ts';
import { batchObjects } from '../run-objects.ts';
import { noRun } from './runs.ts';

export interface RowServices {
  readonly ledger: Pick<Ledger, 'submissions' | 'submissionEvents'>;
  readonly files: Pick<Files, 'get'>;
}

const id = z.string().min(1).max(2000);
/** Without a record, all of them. */
const querySchema = z.strictObject({ importId: id, recordId: id.optional() });

interface OfImport {
  readonly batch: number;
  /** The hash of the values of the import; `altered` if the history of its batch is not what was written. */
  readonly valuesSha256?: string | undefined;
}
interface RowsOfRecord extends OfImport {
  readonly rows: readonly number[];
}
interface RowsOfImport extends OfImport {
  /** The id of each record, with its rows. */
  readonly records: readonly (readonly [string, readonly number[]])[];
}

/** The rows of the sheet that an import of a run wrote to one record; undefined where the run has no such import. */
export async function rowsWritten(
  runId: string,
  { importId, recordId }: Readonly<Record<'importId' | 'recordId', string>>,
  services: RowServices,
): Promise<RowsOfRecord | undefined> {
  const written = await allRowsWritten(runId, importId, services);
  if (!written) return undefined;
  const { records, ...about } = written;
  return { ...about, rows: new Map(records).get(recordId) ?? [] };
}

/** The same of each record. */
export async function allRowsWritten(
  runId: string,
  importId: string,
  { ledger, files }: RowServices,
): Promise<RowsOfImport | undefined> {
  const submissions = await ledger.submissions(runId);
  const isOfIt = (attempt: Attempt) => attempt.importId === importId;
  const sent = submissions.find((one) => one.phase === 'real' && one.attempts.some(isOfIt));
  if (!sent) return undefined;
  const valuesSha256 = valuesInHistory(await ledger.submissionEvents(sent), sent, importId);
  const outcomes = (await batchObjects.outcomes.read(sent, files)) ?? [];
  const rows = new Map<string, number[]>();
  for (const one of outcomes)
    for (const recordId of new Set([one, ...(one.records ?? [])].map((of) => of.recordId)))
      if (recordId !== undefined) rows.set(recordId, [...(rows.get(recordId) ?? []), one.row]);
  return { batch: sent.batch, records: [...rows], valuesSha256 };
}

/** None once the outcomes have expired. */
export async function showRows(
  runId: string,
  query: HttpRequest['query'],
  services: RowServices,
): Promise<HttpResponse> {
  const parsed = requestOf(querySchema, query);
  if ('refused' in parsed) return parsed.refused;
  const { importId, recordId } = parsed.data;
  const written =
    recordId === undefined
      ? await allRowsWritten(runId, importId, services)
      : await rowsWritten(runId, { importId, recordId }, services);
  return written ? success(written) : noRun;
}
