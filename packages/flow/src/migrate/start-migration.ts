import type { Migrations } from '@sluice/ledger';
import type { MigrationRun } from '@sluice/ledger/migrations';
import type { Clock, Machine } from '../ports.ts';

export interface StartMigrationServices {
  readonly migrations: Pick<Migrations, 'move'>;
  readonly machine: Pick<Machine, 'start'>;
  readonly now: Clock;
}

/**
 * Starts another execution of a migration, and the one before retires. The ledger records it first, since an execution that the
 * ledger does not know retires at once. If the start fails, the next sweep starts another.
 */
export async function startMigration(
  { migrationId, name, scheduledAt, executions: before }: MigrationRun,
  { migrations, machine, now }: StartMigrationServices,
): Promise<void> {
  const executions = before + 1;
  const execution = `${migrationId}-${executions}`;
  const at = now().toISOString();
  const event = { type: 'executionStarted', at, execution, executions } as const;
  const { moved } = await migrations.move(migrationId, event);
  if (moved) await machine.start({ name: execution, input: { name, scheduledAt } });
}
