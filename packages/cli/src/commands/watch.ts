import type { Paint } from '../io/columns.ts';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import type { Services } from '../io/services.ts';
import { followMigration } from '../system/follow-migration.ts';
import { followRun } from '../system/follow.ts';
import { createHistory, type History } from '../system/history.ts';
import { anyIdNamed } from '../system/short-ids.ts';
import { migrationJsonSchema, type MigrationJson } from '@sluice/ledger/views';
import { migrationText } from '../views/migration-text.ts';
import { runSummary, type RunShown } from '../views/run-summary.ts';
import { migrationExit } from './migrate.ts';
import { shownWithReasons } from './run.ts';

type Watched = { readonly run: RunShown } | { readonly migration: MigrationJson };

/** Follows a run or a start of a migration to its end, whoever began it and wherever. */
async function watch({ id }: { readonly id: string }, services: Services): Promise<Watched> {
  const history = createHistory(services);
  const whole = await anyIdNamed(id, history);
  if (await isMigration(whole, history))
    return { migration: await followMigration(whole, history, services) };
  const begun = { label: 'following', detail: '' };
  const run = await followRun({ runId: whole, begun }, history, services);
  services.voice.endProgress();
  return { run: await shownWithReasons(run, services) };
}

/** A run that has not begun yet is no migration either: it is waited for. */
async function isMigration(id: string, history: History): Promise<boolean> {
  if ((await history.progress(id)) !== undefined) return false;
  try {
    await history.migrations(`/${id}`, migrationJsonSchema);
    return true;
  } catch (error) {
    if (error instanceof CliError && error.exit === 'usage') return false;
    throw error;
  }
}

export const command: Command<{ readonly id: string }, Watched> = {
  run: watch,
  text: (watched, paint: Paint) =>
    'run' in watched ? runSummary(watched.run, paint) : migrationText(watched.migration),
  json: (watched) => ('run' in watched ? watched.run.run : watched.migration),
  exit: (watched) => {
    if ('migration' in watched) return migrationExit(watched.migration);
    return ['succeeded', 'undone'].includes(watched.run.run.status) ? 'ok' : 'rowsLeft';
  },
};
