import { reasonCodes, reasonText, type Reason, type ReasonCode } from '@sluice/contract';
import type { Submission } from '@sluice/ledger';
import * as z from 'zod';
import type { Files } from '../ports.ts';
import type { Report, ReportLine } from '../report/csv-report.ts';
import { readAhead } from '../report/read-ahead.ts';
import { undoOutcomes } from '../attempts/reverts.ts';
import { runKeys } from '../run-objects.ts';

const undoneRowSchema = z.object({
  /** 0 if the sent rows are no longer stored. */
  row: z.int(),
  outcome: z.enum(undoOutcomes),
  recordId: z.string(),
  reason: z.string().optional(),
  /** Rows of earlier versions have none. */
  code: z.string().optional(),
});
export type UndoneRow = Readonly<z.infer<typeof undoneRowSchema>>;

/** A reason as a row has it. */
export const statedFor = (reason: Reason): Pick<UndoneRow, 'reason' | 'code'> => ({
  reason: reasonText(reason),
  code: reason.code,
});

const rowsSchema = z.array(undoneRowSchema);

/** One line for each row that an import of the run touched. The unresolved rows of a batch come last. Keeps a few batches in memory. */
export function undoReport(
  submissions: readonly Submission[],
  files: Pick<Files, 'get'>,
  unresolved: (submission: Submission) => Promise<readonly UndoneRow[]>,
): Report {
  return {
    head: [['Row', 'Undo', 'Reason', 'Record id', 'Reason code']],
    lines: lines(),
    packedHeader: [],
  };

  async function* lines(): AsyncGenerator<readonly ReportLine[]> {
    const next = readAhead(submissions, async (submission) => [
      ...(await undoneRows(submission, files)),
      ...(await unresolved(submission)),
    ]);
    for (const _ of submissions) yield (await next()).map(lineOf);
  }
}

function lineOf({ row, outcome, reason = '', recordId, code = '' }: UndoneRow): ReportLine {
  const reasons = reason === '' ? [] : [{ code: isCode(code) ? code : 'refused_by_service', says: reason }];
  return {
    cells: [row === 0 ? '' : String(row), outcome, reason, recordId, code],
    packed: { number: row, cells: [], outcome: { status: outcome, recordId, reasons } },
  };
}

const codes: readonly string[] = reasonCodes;
const isCode = (code: string): code is ReasonCode => codes.includes(code);

/** The rows that the undo of each import of a batch reported. */
export async function undoneRows(
  { runId, batch, reverts = [] }: Submission,
  files: Pick<Files, 'get'>,
): Promise<UndoneRow[]> {
  const undone: UndoneRow[] = [];
  for (const { importId } of reverts) {
    const text = await files.get(runKeys.undone(runId, batch, importId));
    undone.push(...(text === undefined ? [] : rowsSchema.parse(JSON.parse(text))));
  }
  return undone;
}
