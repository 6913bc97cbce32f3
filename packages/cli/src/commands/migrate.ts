import type { Command } from '../command.ts';
import type { Exit } from '../exit-codes.ts';
import { followMigration } from '../system/follow-migration.ts';
import { createHistory } from '../system/history.ts';
import { withMigration } from '../system/short-ids.ts';
import { migrationJsonSchema, type MigrationJson } from '../views/migration-json.ts';
import { migrationText } from '../views/migration-text.ts';
import { whoAmI } from '../system/who-am-i.ts';

interface MigrateOptions {
  /** The name of the migration; for `cancel` and `undo` the id of a start. */
  readonly subject: string;
  readonly act: 'start' | 'cancel' | 'undo';
  readonly dryRun: boolean;
  /** Whether to wait for its end. */
  readonly wait: boolean;
}

export const command: Command<MigrateOptions, MigrationJson> = {
  run: async ({ subject, act, dryRun, wait }, services) => {
    const history = createHistory(services);
    const by = whoAmI(services);
    const body = { by, ...(dryRun && { dryRun }) };
    const { migrationId } = await withMigration(subject, history, (named) =>
      history.actOnMigration(`/${encodeURIComponent(named)}/${act}`, body, takenSchema),
    );
    return wait
      ? followMigration(migrationId, history, services)
      : history.migrations(`/${migrationId}`, migrationJsonSchema);
  },
  text: (migration) => migrationText(migration),
  exit: migrationExit,
};

export function migrationExit({ status, undo }: MigrationJson): Exit {
  const { kept = 0, failed = 0 } = undo?.counts ?? {};
  if (kept + failed > 0) return 'rowsLeft';
  if (status === 'failed_and_undone') return 'failedAndUndone';
  return ['succeeded', 'planned', 'running', 'undoing', 'undone', 'cancelled'].includes(status)
    ? 'ok'
    : 'rowsLeft';
}

/** An act returns only the id; the rest is read again. */
const takenSchema = migrationJsonSchema.pick({ migrationId: true });
