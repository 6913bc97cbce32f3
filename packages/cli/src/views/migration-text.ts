import { blocksOfMigration } from '@sluice/answers/migration';
import type { MigrationJson } from '@sluice/ledger/views';
import type { Lines } from '../io/columns.ts';
import { linesOfBlocks } from './blocks-text.ts';

/** One start of a migration in full: each step with its counts and runs. */
export function migrationText(migration: MigrationJson): Lines {
  const told = blocksOfMigration({ migration });
  return linesOfBlocks([
    ...told.answer,
    ...told.reason,
    ...told.undone,
    ...told.facts,
    ...told.steps,
    ...told.files(false),
    ...told.commands,
  ]);
}
