import { log } from '@sluice/aws-kit/handlers';
import { isReverted, type Ledger, type Submission } from '@sluice/ledger';
import * as z from 'zod';
import type { Clock } from '../ports.ts';

const count = z.int().min(0);

/** What our service publishes when an undo of an import has ended, whoever asked for it. */
export const revertMessageSchema = z.object({
  importId: z.string(),
  by: z.string(),
  startedDate: z.string(),
  reversed: count,
  kept: count,
  failed: count,
});
export type RevertMessage = z.infer<typeof revertMessageSchema>;

export interface RecordRevertServices {
  readonly ledger: Pick<Ledger, 'runPage' | 'submissions' | 'moveRun' | 'startWriting'>;
  readonly now: Clock;
}

/**
 * Adds an undo that an operator started in the control panel to the history of the run that made the import. The run's own
 * undo is in its history already.
 */
export async function recordRevert(
  message: RevertMessage,
  { ledger, now }: RecordRevertServices,
): Promise<void> {
  const { importId } = message;
  const [run] = (await ledger.runPage({ importId, limit: 1 })).runs;
  const submission = run && (await ledger.submissions(run.runId)).find((one) => hasMade(one, importId));
  // Other clients of the service import too.
  if (run === undefined || submission === undefined) return log.info('revert_unmatched', { importId });
  const { runId, status } = run;
  const { batch } = submission;
  if (status === 'undoing' || isReverted(submission, { importId })) return;
  const event = { type: 'importReverted', at: now().toISOString(), batch, ...message } as const;
  const { moved, now: after } = await ledger.moveRun(runId, event);
  if (!moved) throw new Error('The run does not take the event now');
  // What others wrote is then no longer the last that was written.
  await ledger.startWriting(after);
  log.info('import_reverted', { runId, batch, importId });
}

const hasMade = ({ phase, importId, attempts }: Submission, wanted: string): boolean =>
  phase === 'real' && (importId === wanted || attempts.some((attempt) => attempt.importId === wanted));
