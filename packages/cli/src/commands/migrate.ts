import { runWords } from '@sluice/answers/run';
import { printable } from '@sluice/contract/words';
import type { Command } from '../command/command.ts';
import type { Exit } from '../io/exit-codes.ts';
import { droppedText } from '../files/check-migration.ts';
import { unknownKept } from '../files/kept-names.ts';
import { checkedMigration, uploadAll } from '../files/migration-files.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { findBuckets } from '../system/drop-bucket.ts';
import { keyOfMigration } from '@sluice/ledger/migrations';
import { followMigration } from '../system/follow-migration.ts';
import { createHistory } from '../system/history.ts';
import { withMigration } from '../system/short-ids.ts';
import { migrationJsonSchema, type MigrationJson } from '@sluice/ledger/views';
import { migrationText } from '../views/migration-text.ts';
import { whoAmI } from '../system/who-am-i.ts';

interface MigrateOptions {
  /** The name of the migration; for `cancel` and `undo` the id of a start. */
  readonly subject: string;
  readonly act: 'start' | 'cancel' | 'undo';
  readonly dryRun: boolean;
  /** Corrected files, uploaded to where its steps read them before it starts. */
  readonly data: readonly string[];
  /** Whether to wait for its end. */
  readonly wait: boolean;
}

interface Migrated {
  readonly migration: MigrationJson;
  /** Whether an undo found it undone. */
  readonly isRepeated: boolean;
}

const commandWithId: Readonly<Record<MigrateOptions['act'], ((id: string) => string) | undefined>> = {
  start: undefined,
  cancel: (id) => commandLine('migrate', id, '--cancel'),
  undo: (id) => commandLine('migrate', id, '--undo'),
};

export const command: Command<MigrateOptions, Migrated> = {
  run: async ({ subject, act, dryRun, data, wait }, services) => {
    if (data.length > 0) await uploadData(subject, data, services);
    const history = createHistory(services);
    const by = whoAmI(services);
    const body = { by, ...(dryRun && { dryRun }) };
    const { migrationId, status } = await withMigration(
      { text: subject, withId: commandWithId[act] },
      history,
      (named) => history.actOnMigration(`/${encodeURIComponent(named)}/${act}`, body, takenSchema),
    );
    const migration = await (wait
      ? followMigration(migrationId, history, services)
      : history.migrations(`/${migrationId}`, migrationJsonSchema));
    return { migration, isRepeated: act === 'undo' && ['undone', 'failed_and_undone'].includes(status) };
  },
  text: ({ migration, isRepeated }) => [
    ...(isRepeated
      ? [printable(runWords.undoneBefore('start', migration.undo?.by, migration.undo?.at))]
      : []),
    ...migrationText(migration),
  ],
  json: ({ migration }) => migration,
  exit: ({ migration }) => migrationExit(migration),
};

export function migrationExit({ status, undo }: MigrationJson): Exit {
  const { kept = 0, failed = 0 } = undo?.counts ?? {};
  if (kept + failed > 0) return 'rowsLeft';
  if (status === 'failed_and_undone') return 'failedAndUndone';
  return ['succeeded', 'planned', 'running', 'undoing', 'undone', 'cancelled'].includes(status)
    ? 'ok'
    : 'rowsLeft';
}

async function uploadData(name: string, data: readonly string[], services: Services): Promise<void> {
  const buckets = await findBuckets(services);
  try {
    const text = await droppedText(keyOfMigration(name), buckets);
    if (text === undefined) throw await unknownKept({ kind: 'migration', name }, buckets);
    const given = { name, text, data, otherwise: 'Nothing was uploaded or started.' };
    const { placed } = await checkedMigration(given, async () => buckets, services);
    await uploadAll(placed, buckets, services);
  } finally {
    buckets.close();
  }
}

/** An act returns no more than this for sure; the rest is read again. */
const takenSchema = migrationJsonSchema.pick({ migrationId: true, status: true });
