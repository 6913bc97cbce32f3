import { announceDefinitions, type AnnounceDefinitionsServices } from './announce-definitions.ts';
import { sweep, type Swept, type SweepServices } from './sweep.ts';
import { takeUpMigrations, type TakeUpMigrationsServices } from './resume-migrations.ts';

type SweepAllServices = SweepServices & TakeUpMigrationsServices & AnnounceDefinitionsServices;

/**
 * Drops, runs, migrations and their definitions, beside one another: none waits behind a trouble of the others, which fails the sweep so
 * that it is seen.
 */
export async function sweepAll(
  services: SweepAllServices,
): Promise<Swept & { readonly migrations: number; readonly definitions: number }> {
  const [swept, migrations, definitions] = await Promise.allSettled([
    sweep(services),
    takeUpMigrations(services),
    announceDefinitions(services),
  ]);
  if (swept.status === 'rejected') throw swept.reason;
  if (migrations.status === 'rejected') throw migrations.reason;
  if (definitions.status === 'rejected') throw definitions.reason;
  return { ...swept.value, migrations: migrations.value, definitions: definitions.value };
}
