import {
  asksPerson,
  countsOf,
  isEnded,
  type EndedStatus,
  type Ledger,
  type Run,
  type RunStatus,
} from '@sluice/ledger';
import { isNoticeSettled } from '@sluice/ledger/notice';
import { currentStep, type MigrationRun, type StepRun } from '@sluice/ledger/migrations';

/** What the end of a run means to its migration. */
const ends: Record<EndedStatus, StepRun['state']> = {
  succeeded: 'good',
  partly_succeeded: 'partly',
  rejected: 'failed',
  failed: 'failed',
  duplicate: 'good',
  superseded: 'failed',
  cancelled: 'failed',
  undone: 'failed',
};

/** The runs of the current step. One that the ledger does not have yet is open. */
export async function runsOfStep(
  migration: MigrationRun,
  ledger: Pick<Ledger, 'run' | 'submissions'>,
): Promise<StepRun[]> {
  const step = migration.steps[currentStep(migration) ?? -1];
  if (step?.status !== 'running') return [];
  return Promise.all(
    step.runIds.map(async (runId) => stepRun(runId, await ledger.run(runId), migration.dryRun)),
  );
}

/** What a run means to its step. */
export function stepRun(runId: string, run: Run | undefined, isDry: boolean): StepRun {
  // Open until its notice is settled. By then its result sheet, which the migration's notice names, is written.
  if (run === undefined || (isEnded(run.status) && !isNoticeSettled(run.notice)))
    return { runId, state: 'open' };
  const { status, reason, reasonCodes, fileName } = run;
  const counts = isEnded(status) ? { ...(run.counts ?? countsOf(run, [])) } : undefined;
  // A dry run writes nothing, so it ends as rejected even when every row passed.
  const hasPassed =
    isDry &&
    status === 'rejected' &&
    counts?.failed === 0 &&
    run.reading !== undefined &&
    run.reading.rows > 0;
  return {
    runId,
    state: hasPassed ? 'good' : stateOf(status),
    ...(counts !== undefined && { counts }),
    ...(reason !== undefined && { reason: `${fileName}: ${reason}`, reasonCodes }),
  };
}

function stateOf(status: RunStatus): StepRun['state'] {
  if (isEnded(status)) return ends[status];
  return asksPerson(status) ? 'person' : 'open';
}
