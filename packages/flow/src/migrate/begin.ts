import { reasonOf, whyOf, type Why } from '@sluice/contract';
import { log } from '@sluice/aws-kit/handlers';
import { migrationIdOf } from '@sluice/ledger';
import {
  bySchedule,
  keyOfMigration,
  refusalOfDefinition,
  type MigrationRun,
} from '@sluice/ledger/migrations';
import { currentDefinition, uploadedDefinition, type DefinitionServices } from './current-definition.ts';
import type { RunMigrationServices } from './services.ts';

export interface Start {
  readonly name: string;
  /** When it was due, in any notation of the time. */
  readonly scheduledAt: string;
  readonly execution: string;
}

type BeginServices = Pick<
  RunMigrationServices,
  'drops' | 'dropBucket' | 'migrations' | 'defaultEmails' | 'now'
>;

/**
 * The migration of a start. Its id comes from the scheduled time, so a doubled start is the same one (invariant 7). It keeps the
 * definition of this moment to its end. With a wrong definition the migration fails, and its notice lists the mistakes.
 */
export async function begin(start: Start, services: BeginServices): Promise<MigrationRun> {
  const { migrations } = services;
  const migrationId = migrationIdOf(start.name, start.scheduledAt);
  const known = await migrations.migration(migrationId);
  if (known !== undefined) return known;
  const { name, execution } = start;
  const { read, upload } = (await uploadedDefinition(name, services)) ?? {};
  const definition = read?.kind === 'migration' ? read.definition : undefined;
  const { created, migration } = await migrations.begin({
    migrationId,
    name,
    scheduledAt: new Date(start.scheduledAt).toISOString(),
    startedBy: bySchedule,
    ...(definition !== undefined && { definition }),
    ...(upload !== undefined && { definitionUpload: upload }),
    dryRun: definition?.dryRun ?? false,
    emails: definition?.emails ?? services.defaultEmails,
    execution,
  });
  if (created) log.info('migration_created', { migrationId, name, scheduledAt: migration.scheduledAt });
  return migration;
}

/** Why a migration has no definition, for the person who wrote it. */
export async function whyUnusable({ name }: MigrationRun, services: DefinitionServices): Promise<Why> {
  const read = await currentDefinition(name, services);
  const file = keyOfMigration(name);
  if (read === undefined) return whyOf(reasonOf('definition_missing', { file }));
  if (read.kind === 'refused') return refusalOfDefinition(name, read.problems);
  return whyOf(reasonOf('definition_changed', { file }));
}
