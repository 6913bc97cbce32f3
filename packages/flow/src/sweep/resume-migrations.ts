import { log } from '@sluice/lambda-kit';
import type { Migrations } from '@sluice/ledger';
import type { Clock, Machine } from '../ports.ts';
import { startMigration } from '../migrate/start-migration.ts';

export interface TakeUpMigrationsServices {
  readonly migrations: Pick<Migrations, 'openMigrations' | 'move'>;
  readonly migrationsMachine: Machine;
  readonly now: Clock;
}

/** How long a start takes at most from the ledger to its execution. */
const startMs = 60_000;

/** Migrations whose execution died, or never began, get the next one (invariant 12). */
export async function takeUpMigrations(services: TakeUpMigrationsServices): Promise<number> {
  const { migrations, migrationsMachine: machine, now } = services;
  let taken = 0;
  for (const migration of await migrations.openMigrations()) {
    const { migrationId, execution, createdAt } = migration;
    try {
      if (now().getTime() - Date.parse(createdAt) < startMs || (await machine.isRunning(execution))) continue;
      await startMigration(migration, { migrations, machine, now });
      log.info('migration_resumed', { migrationId, status: migration.status });
      taken += 1;
    } catch (error) {
      // One that cannot be taken up must not keep the others waiting.
      log.error('migration_not_resumed', error, { migrationId });
    }
  }
  return taken;
}
