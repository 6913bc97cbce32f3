import { log } from '@sluice/aws-kit/handlers';
import type { Migrations } from '@sluice/ledger';
import type { Clock, Machine } from '../ports.ts';
import { startMigration } from '../migrate/start-migration.ts';

export interface ResumeMigrationsServices {
  readonly migrations: Pick<Migrations, 'openMigrations' | 'move'>;
  readonly migrationsMachine: Machine;
  readonly now: Clock;
}

/** The longest time between the ledger entry of a start and its execution. */
const startMs = 60_000;

/** Starts the next execution of each migration if the last one died or never began (invariant 12). */
export async function resumeMigrations(services: ResumeMigrationsServices): Promise<number> {
  const { migrations, migrationsMachine: machine, now } = services;
  let resumed = 0;
  for (const migration of await migrations.openMigrations()) {
    const { migrationId, execution, createdAt } = migration;
    try {
      if (now().getTime() - Date.parse(createdAt) < startMs || (await machine.isRunning(execution))) continue;
      await startMigration(migration, { migrations, machine, now });
      log.info('migration_resumed', { migrationId, status: migration.status });
      resumed += 1;
    } catch (error) {
      // The others must not wait for this one.
      log.error('migration_not_resumed', error, { migrationId });
    }
  }
  return resumed;
}
