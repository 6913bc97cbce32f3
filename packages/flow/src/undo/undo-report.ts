import { reasonText, type Reason } from '@sluice/contract';
import type { Submission } from '@sluice/ledger';
import { z } from 'zod';
import type { Files } from '../ports.ts';
import { csvReport } from '../report/csv-report.ts';
import { undoOutcomes } from './reverts.ts';
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

/** One line for each row that an import of the run touched. The unresolved rows of a batch come last. */
export function undoReport(
  submissions: readonly Submission[],
  files: Pick<Files, 'get'>,
  unresolved: (submission: Submission) => Promise<readonly UndoneRow[]>,
): AsyncGenerator<string> {
  return csvReport(['Row', 'Undo', 'Reason', 'Record id', 'Reason code'], chunks());

  async function* chunks(): AsyncGenerator<string[][]> {
    for (const submission of submissions) {
      const rows = [...(await undoneRows(submission, files)), ...(await unresolved(submission))];
      yield rows.map(({ row, outcome, reason = '', recordId, code = '' }) => [
        row === 0 ? '' : String(row),
        outcome,
        reason,
        recordId,
        code,
      ]);
    }
  }
}

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
