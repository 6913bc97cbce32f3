import { durationMs, type MigrationEvent, type MigrationRun } from '@sluice/migrations';
import type { RunMigrationServices } from './services.ts';
import { whyUnusable } from './begin.ts';

/** The next event of a migration that has not begun; undefined while it waits for another start of the same name. */
export async function turnOf(
  migration: MigrationRun,
  services: RunMigrationServices,
): Promise<MigrationEvent | undefined> {
  const at = services.now().toISOString();
  const { definition, scheduledAt, name } = migration;
  if (migration.cancel !== undefined)
    return {
      type: 'cancelled',
      at,
      reason: `Cancelled by ${migration.cancel.by} before it began. Nothing was written.`,
    };
  if (definition === undefined)
    return { type: 'finished', at, status: 'failed', reason: await whyUnusable(migration, services) };
  const lateMs = services.now().getTime() - Date.parse(scheduledAt);
  if (lateMs > (durationMs(definition.startWithin) ?? Infinity)) {
    const late = `It was due at ${scheduledAt}, but could begin only at ${at}: later than the ${definition.startWithin} that startWithin allows. Nothing was written.`;
    return { type: 'tooLate', at, reason: late };
  }
  const blocker = await blockerOf(migration, services);
  if (blocker === undefined) return { type: 'started', at };
  if (definition.ifRunning === 'queue') return undefined;
  const reason = `The start of ${blocker.scheduledAt} of ${name} was still ${blocker.status}, and its definition has ifRunning: skip. Nothing was written.`;
  return { type: 'skipped', at, reason };
}

/** Another start of the same name that runs, or has waited longer. */
async function blockerOf(
  migration: MigrationRun,
  { migrations }: RunMigrationServices,
): Promise<MigrationRun | undefined> {
  if (migration.definition?.ifRunning === 'queue') {
    const open = (await migrations.openMigrations()).filter(
      ({ name, status }) => name === migration.name && status === 'planned',
    );
    const [first] = open;
    if (
      first !== undefined &&
      first.migrationId !== migration.migrationId &&
      first.scheduledAt < migration.scheduledAt
    )
      return first;
  }
  const holder = await migrations.takeTurn(migration);
  return holder === migration.migrationId ? undefined : migrations.migration(holder);
}
