import { sweep, type Swept, type SweepServices } from './sweep.ts';
import { takeUpMigrations, type TakeUpMigrationsServices } from './take-up-migrations.ts';

/** Drops, runs and migrations, beside one another: none waits behind a trouble of the others, which fails the sweep so that it is seen. */
export async function sweepAll(
  services: SweepServices & TakeUpMigrationsServices,
): Promise<Swept & { readonly migrations: number }> {
  const [swept, migrations] = await Promise.allSettled([sweep(services), takeUpMigrations(services)]);
  if (swept.status === 'rejected') throw swept.reason;
  if (migrations.status === 'rejected') throw migrations.reason;
  return { ...swept.value, migrations: migrations.value };
}
