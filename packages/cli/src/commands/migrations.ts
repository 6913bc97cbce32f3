import { inColumns, printable } from '../views/columns.ts';
import type { Command } from '../command.ts';
import { createHistory } from '../system/history.ts';
import {
  definitionsSchema,
  migrationJsonSchema,
  type DefinitionJson,
  type MigrationJson,
} from '../views/migration-json.ts';
import { migrationText } from '../views/migration-text.ts';
import { z } from 'zod';

export interface MigrationsOptions {
  /** The name of a migration, or the id of one start. */
  readonly subject?: string | undefined;
}

export type Migrations =
  | { readonly kind: 'definitions'; readonly definitions: readonly DefinitionJson[] }
  | { readonly kind: 'starts'; readonly starts: readonly MigrationJson[] }
  | { readonly kind: 'start'; readonly start: MigrationJson };

const subjectSchema = z.union([z.array(migrationJsonSchema), migrationJsonSchema]);

export const command: Command<MigrationsOptions, Migrations> = {
  run: async ({ subject }, services) => {
    const history = createHistory(services);
    if (subject === undefined)
      return { kind: 'definitions', definitions: await history.migrations('', definitionsSchema) };
    const found = await history.migrations(`/${encodeURIComponent(subject)}`, subjectSchema);
    return Array.isArray(found) ? { kind: 'starts', starts: found } : { kind: 'start', start: found };
  },
  text: (shown) => {
    if (shown.kind === 'start') return migrationText(shown.start);
    const rows = shown.kind === 'starts' ? startRows(shown.starts) : definitionRows(shown.definitions);
    return rows.length === 1 ? 'There are none.' : inColumns(rows).join('\n');
  },
  json: (shown) => {
    if (shown.kind === 'start') return shown.start;
    return shown.kind === 'starts' ? shown.starts : shown.definitions;
  },
};

function definitionRows(definitions: readonly DefinitionJson[]): string[][] {
  const rows = definitions.map(({ name, schedule, timeZone = '', nextFire, problems, lastStart }) => [
    printable(name),
    problems === undefined ? (schedule ?? 'by hand') : `cannot be used: ${printable(problems.join('; '))}`,
    schedule === null ? '' : timeZone,
    nextFire ?? '',
    lastStart === null ? 'never' : `${lastStart.scheduledAt} ${lastStart.status}`,
  ]);
  return [['MIGRATION', 'SCHEDULE', 'ZONE', 'NEXT (UTC)', 'LAST'], ...rows];
}

function startRows(starts: readonly MigrationJson[]): string[][] {
  const rows = starts.map(({ migrationId, scheduledAt, status, dryRun, startedBy }) => [
    migrationId,
    scheduledAt,
    dryRun ? `${status} (dry run)` : status,
    printable(startedBy),
  ]);
  return [['ID', 'DUE', 'STATUS', 'STARTED BY'], ...rows];
}
