import { reasonOf, whyOf, type Why } from '@sluice/contract';
import { time } from '@sluice/contract/words';
import { bySchedule, durationMs, type MigrationEvent, type MigrationRun } from '@sluice/ledger/migrations';
import { currentDefinition, type DefinitionServices } from './current-definition.ts';
import type { RunMigrationServices } from './services.ts';
import { whyUnusable } from './begin.ts';

/** The next event of a migration that has not begun; undefined while it waits for another start of the same name. */
export async function turnOf(
  migration: MigrationRun,
  services: Pick<RunMigrationServices, 'drops' | 'migrations' | 'now'>,
): Promise<MigrationEvent | undefined> {
  const at = services.now().toISOString();
  const { definition, scheduledAt } = migration;
  if (migration.cancel !== undefined)
    return { type: 'cancelled', at, ...whyOf(reasonOf('start_cancelled', { by: migration.cancel.by })) };
  if (definition === undefined)
    return { type: 'finished', at, status: 'failed', ...(await whyUnusable(migration, services)) };
  const paused = await whyPaused(migration, services);
  if (paused !== undefined) return { type: 'skipped', at, ...paused };
  const lateMs = services.now().getTime() - Date.parse(scheduledAt);
  if (lateMs > (durationMs(definition.startWithin) ?? Infinity)) {
    const times = { due: time(scheduledAt), begun: time(at), within: definition.startWithin };
    return { type: 'tooLate', at, ...whyOf(reasonOf('start_too_late', times)) };
  }
  const blocker = await blockerOf(migration, services);
  if (blocker === undefined) return { type: 'started', at };
  if (definition.ifRunning === 'queue') return undefined;
  const other = { due: time(blocker.scheduledAt), status: blocker.status };
  return { type: 'skipped', at, ...whyOf(reasonOf('start_overlaps', other)) };
}

/**
 * Its schedule is removed when its file is paused. A start that is due before that, late, or waits for its turn does not begin
 * either, unless a person has started it.
 */
async function whyPaused(
  { name, startedBy }: MigrationRun,
  services: DefinitionServices,
): Promise<Why | undefined> {
  if (startedBy !== bySchedule) return undefined;
  const read = await currentDefinition(name, services);
  if (read?.kind !== 'migration' || !read.definition.paused) return undefined;
  const next = read.schedule?.next(services.now());
  const resumed =
    next === undefined
      ? 'Its schedule has no later time.'
      : `If it is resumed before ${time(next.toISOString())}, it starts then.`;
  return whyOf(reasonOf('migration_paused', { next: resumed }));
}

/** Another start of the same name that runs, or has waited longer. */
async function blockerOf(
  migration: MigrationRun,
  { migrations }: Pick<RunMigrationServices, 'migrations'>,
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
