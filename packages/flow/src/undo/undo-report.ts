import type { Submission } from '@sluice/ledger';
import { z } from 'zod';
import type { Files } from '../ports.ts';
import { reportHead, reportLine } from '../report/report-cells.ts';
import { undoOutcomes } from './reverts.ts';
import { runKeys } from '../run-objects.ts';

export interface UndoneRow {
  /** 0 where what was sent is not kept any more. */
  readonly row: number;
  readonly outcome: (typeof undoOutcomes)[number];
  readonly recordId: string;
  readonly reason?: string | undefined;
}

const rowsSchema = z.array(
  z.object({
    row: z.int(),
    outcome: z.enum(undoOutcomes),
    recordId: z.string(),
    reason: z.string().optional(),
  }),
);

/**
 * One line for each row that an import of the run touched: put back, kept because somebody changed it since, or failed. Those of
 * which nobody `heard` come after them.
 */
export async function* undoReport(
  submissions: readonly Submission[],
  files: Pick<Files, 'get'>,
  unheard: (submission: Submission) => Promise<readonly UndoneRow[]>,
): AsyncGenerator<string> {
  yield reportHead(['Row', 'Undo', 'Reason', 'Record id']);
  for (const submission of submissions) {
    const rows = [...(await undoneOf(submission, files)), ...(await unheard(submission))];
    yield rows.map(lineOf).join('');
  }
}

/** The rows that the undo of each import of a batch has told of. */
export async function undoneOf(
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

function lineOf({ row, outcome, reason = '', recordId }: UndoneRow): string {
  return reportLine([row === 0 ? '' : String(row), outcome, reason, recordId]);
}
