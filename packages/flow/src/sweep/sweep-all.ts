import { announceDefinitions, type AnnounceDefinitionsServices } from './announce-definitions.ts';
import { sweep, type Swept, type SweepServices } from './sweep.ts';
import { resumeMigrations, type ResumeMigrationsServices } from './resume-migrations.ts';

type SweepAllServices = SweepServices & ResumeMigrationsServices & AnnounceDefinitionsServices;

/** Sweeps drops, runs, migrations and definitions in parallel. A failure of one does not stop the others, but fails the sweep. */
export async function sweepAll(
  services: SweepAllServices,
): Promise<Swept & { readonly migrations: number; readonly definitions: number }> {
  const [swept, migrations, definitions] = await Promise.allSettled([
    sweep(services),
    resumeMigrations(services),
    announceDefinitions(services),
  ]);
  if (swept.status === 'rejected') throw swept.reason;
  if (migrations.status === 'rejected') throw migrations.reason;
  if (definitions.status === 'rejected') throw definitions.reason;
  return { ...swept.value, migrations: migrations.value, definitions: definitions.value };
}
