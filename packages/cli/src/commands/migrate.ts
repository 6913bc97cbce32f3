import type { Command } from '../command.ts';
import { createHistory, type History } from '../system/history.ts';
import { migrationJsonSchema, type MigrationJson } from '../views/migration-json.ts';
import { migrationText } from '../views/migration-text.ts';
import type { Services } from '../io/services.ts';
import { whoAmI } from '../system/who-am-i.ts';

interface MigrateOptions {
  /** The name of the migration; for `cancel` and `undo` the id of a start. */
  readonly subject: string;
  readonly act: 'start' | 'cancel' | 'undo';
  readonly dryRun: boolean;
  /** Whether to wait for its end. */
  readonly wait: boolean;
}

const pollMs = 1000;
const going: readonly MigrationJson['status'][] = ['planned', 'running', 'undoing'];

export const command: Command<MigrateOptions, MigrationJson> = {
  run: async ({ subject, act, dryRun, wait }, services) => {
    const history = createHistory(services);
    const by = whoAmI(services);
    const body = { by, ...(dryRun && { dryRun }) };
    const path = `/${encodeURIComponent(subject)}/${act}`;
    const taken = await history.actOnMigration(path, body, migrationSchema);
    return wait
      ? follow(taken.migrationId, history, services)
      : history.migrations(`/${taken.migrationId}`, migrationJsonSchema);
  },
  text: (migration) => migrationText(migration),
  exit: ({ status, undo }) => {
    const { kept = 0, failed = 0 } = undo?.counts ?? {};
    if (kept + failed > 0) return 'rowsLeft';
    if (status === 'failed_and_undone') return 'failedAndUndone';
    return ['succeeded', 'planned', 'running', 'undoing', 'undone', 'cancelled'].includes(status)
      ? 'ok'
      : 'rowsLeft';
  },
};

/** An act returns only the id; the rest is read again. */
const migrationSchema = migrationJsonSchema.pick({ migrationId: true });

/** Until it has ended and its mail was sent: only then can it be acted on again. */
async function follow(migrationId: string, history: History, services: Services): Promise<MigrationJson> {
  for (;;) {
    const migration = await history.migrations(`/${migrationId}`, migrationJsonSchema);
    const isNotified = migration.notice !== undefined && migration.notice.state !== 'intended';
    if (!going.includes(migration.status) && isNotified) return migration;
    await services.sleep(pollMs);
  }
}
