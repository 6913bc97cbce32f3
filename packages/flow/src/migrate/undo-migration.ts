import { log } from '@sluice/aws-kit/handlers';
import { mayHaveWritten, type Run } from '@sluice/ledger';
import { byOwnRule, sumOf, type MigrationEvent, type MigrationRun } from '@sluice/ledger/migrations';
import { startTracker } from '../attempts/start-tracker.ts';
import type { RunMigrationServices } from './services.ts';

/**
 * Undoes the runs of a migration one at a time, the last one first, since later runs may build on earlier ones.
 * @returns the event that ends the undo; undefined while a run is being undone
 */
export async function undoStep(
  migration: MigrationRun,
  services: RunMigrationServices,
): Promise<MigrationEvent | undefined> {
  const runIds = migration.steps.flatMap((step) => step.runIds).toReversed();
  const undone: Run[] = [];
  for (const runId of runIds) {
    const run = await services.ledger.run(runId);
    if (run?.status === 'undone') undone.push(run);
    if (run === undefined || run.status === 'undone' || !mayHaveWritten(run.status)) continue;
    await undoRun(run, migration, services);
    return undefined;
  }
  const counts = sumOf(
    undone.map(({ undo }) => ({ ...(undo?.counts ?? { reversed: 0, kept: 0, failed: 0 }) })),
  );
  const at = services.now().toISOString();
  const status = migration.undo?.by === byOwnRule ? 'failed_and_undone' : 'undone';
  return { type: 'undone', at, status, counts };
}

/** A run without its report refuses. It is asked again at the next check. */
async function undoRun(
  run: Run,
  { name, undo }: MigrationRun,
  services: RunMigrationServices,
): Promise<void> {
  if (run.status === 'undoing') return;
  const at = services.now().toISOString();
  const by = undo?.by === byOwnRule ? `migration ${name}` : (undo?.by ?? 'somebody');
  const { moved, now } = await services.ledger.moveRun(run.runId, { type: 'undoRequested', at, by });
  if (!moved) return;
  await startTracker(now, services);
  log.info('migration_run_undo_requested', { runId: run.runId });
}
