import { jsonOf } from '@sluice/aws-kit/handlers';
import { mostListed, type RefusedRows } from '@sluice/answers';
import * as z from 'zod';
import type { Files } from '../ports.ts';
import { runKeys } from '../run-objects.ts';
import type { Tally } from './tally.ts';

const reasons = z.array(z.object({ reason: z.string(), rows: z.int(), firstRows: z.array(z.int()) }));
const refusedRowsSchema = z.object({
  problems: reasons,
  problemsInAll: z.int(),
  notAttemptedFor: reasons,
});

/** Keeps what the mail of the migration shows, so that it need not read every outcome again. */
export async function keepRefusedRows(runId: string, tally: Tally, files: Pick<Files, 'put'>): Promise<void> {
  const { problems, problemsInAll, notAttemptedFor } = tally;
  if (problemsInAll + notAttemptedFor.length === 0) return;
  const kept: RefusedRows = {
    problems: problems.slice(0, mostListed),
    problemsInAll,
    notAttemptedFor,
  };
  await files.put(runKeys.refused(runId), JSON.stringify(kept));
}

/** Undefined if every row landed, or if a person was erased from the run. */
export async function refusedRowsOf(
  runId: string,
  files: Pick<Files, 'get'>,
): Promise<RefusedRows | undefined> {
  const text = await files.get(runKeys.refused(runId));
  return text === undefined ? undefined : refusedRowsSchema.parse(jsonOf(text));
}
