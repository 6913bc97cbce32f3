import {
  failure,
  jsonOf,
  log,
  pathOf,
  success,
  type HttpRequest,
  type HttpResponse,
} from '@sluice/aws-kit/handlers';
import { migrationIdOf, type Migrations } from '@sluice/ledger';
import {
  isMigrationEnded,
  keyOfMigration,
  migrationTransitions,
  refusalOfDefinition,
  type MigrationRun,
} from '@sluice/ledger/migrations';
import * as z from 'zod';
import type { Clock, Files, Machine } from '../ports.ts';
import { named, stateOf } from '../act/acts.ts';
import { requestOf } from '../act/request-of.ts';
import { refuseUnreadable } from '../act/refuse-unreadable.ts';
import { uploadedDefinition } from './current-definition.ts';
import { startMigration } from './start-migration.ts';

export interface ActOnMigrationServices {
  readonly drops: Pick<Files, 'get' | 'about' | 'stream'>;
  readonly dropBucket: string;
  readonly migrations: Migrations;
  readonly machine: Pick<Machine, 'start'>;
  readonly defaultEmails: readonly string[];
  /** Whether the server of the runs can undo its imports. */
  readonly canRevert: boolean;
  /** Whether the stage is paused. */
  readonly isPaused: boolean;
  readonly now: Clock;
}

const bodySchema = z.strictObject({
  ...named,
  /** A start with it dry-runs every step, and writes nothing. */
  dryRun: z.boolean().optional(),
});

/** `POST /migrations/{name}/start`, `/migrations/{migrationId}/cancel` and `/undo`: answers the migration afterwards. */
export const actOnMigration = refuseUnreadable(act);

async function act(request: HttpRequest, services: ActOnMigrationServices): Promise<HttpResponse> {
  const [collection, subject = '', act = '', ...more] = pathOf(request.path);
  if (request.method !== 'POST' || collection !== 'migrations' || more.length > 0)
    return failure(
      404,
      'not_found',
      'Expected: POST /migrations/{name}/start or /migrations/{id}/cancel | undo.',
    );
  const body = requestOf(bodySchema, jsonOf(request.body));
  if ('refused' in body) return body.refused;
  const by = request.caller ?? body.data.by ?? 'somebody';
  if (act === 'start') return start(subject, { by, dryRun: body.data.dryRun ?? false }, services);
  const migration = await services.migrations.migration(subject);
  if (migration === undefined) return failure(404, 'not_found', 'There is no migration with this id.');
  if (act === 'cancel') return cancel(migration, by, services);
  if (act === 'undo') return undo(migration, by, services);
  return failure(404, 'not_found', 'Expected: start, cancel or undo.');
}

async function start(
  name: string,
  { by, dryRun }: { readonly by: string; readonly dryRun: boolean },
  services: ActOnMigrationServices,
): Promise<HttpResponse> {
  if (services.isPaused)
    return conflict(
      `${name} was not started: whoever operates Sluice has paused it. Start it again after the pause.`,
    );
  const now = services.now();
  const { read, upload } = (await uploadedDefinition(name, services)) ?? {};
  if (read === undefined)
    return failure(404, 'not_found', `There is no ${keyOfMigration(name)} in the drop bucket.`);
  if (read.kind === 'refused')
    return failure(400, 'invalid_request', refusalOfDefinition(name, read.problems).reason);
  const { definition } = read;
  const others = (await services.migrations.openMigrations()).filter(
    (one) => one.name === name && !isMigrationEnded(one.status),
  );
  const [running] = others;
  if (running !== undefined && definition.ifRunning === 'skip')
    return conflict(
      `${name} is ${running.status} since ${running.createdAt} (${running.migrationId}), and its definition has ifRunning: skip. Start it again when that one has ended.`,
    );
  const scheduledAt = now.toISOString();
  const migrationId = migrationIdOf(name, scheduledAt);
  const { created, migration } = await services.migrations.begin({
    migrationId,
    name,
    scheduledAt,
    startedBy: by,
    definition,
    ...(upload && { definitionUpload: upload }),
    dryRun: dryRun || definition.dryRun,
    emails: definition.emails ?? services.defaultEmails,
    execution: `${migrationId}-1`,
  });
  if (!created) return conflict(`${name} was started this very moment by another call.`);
  const execution = { name: migration.execution, input: { name, scheduledAt } };
  await services.machine.start(execution);
  log.info('migration_started', { migrationId, name });
  return success(migration);
}

async function cancel(
  { migrationId }: MigrationRun,
  by: string,
  services: ActOnMigrationServices,
): Promise<HttpResponse> {
  const at = services.now().toISOString();
  const { moved, now } = await services.migrations.move(migrationId, { type: 'cancelRequested', at, by });
  if (!moved)
    return conflict(
      `This migration has ended and ${stateOf({ status: now.status })}, so it cannot be cancelled.`,
    );
  // Its execution may be waiting.
  await startMigration(now, services);
  return success((await services.migrations.migration(migrationId)) ?? now);
}

async function undo(
  migration: MigrationRun,
  by: string,
  services: ActOnMigrationServices,
): Promise<HttpResponse> {
  if (!services.canRevert)
    return conflict(
      'Sluice cannot undo these runs: add service.revertUrl to the settings of the stage. Nothing was undone.',
    );
  const { migrationId, status } = migration;
  if (status === 'undone' || status === 'failed_and_undone') return success(migration);
  const at = services.now().toISOString();
  const { moved, now } = await services.migrations.move(migrationId, { type: 'undoRequested', at, by });
  if (!moved && now.status !== 'undoing') return conflict(whyNot(now));
  await startMigration(now, services);
  return success((await services.migrations.migration(migrationId)) ?? now);
}

const conflict = (message: string): HttpResponse => failure(409, 'conflict', message);

function whyNot({ status, dryRun }: MigrationRun): string {
  if (dryRun) return 'This was a dry run: it wrote nothing that could be undone.';
  if (isMigrationEnded(status) && migrationTransitions[status].undoRequested !== 'refused')
    return `This migration is ${status}, and its notice is not sent yet. Try again in a moment.`;
  if (isMigrationEnded(status)) return 'This migration wrote nothing, so there is nothing to undo.';
  return `This migration ${stateOf({ status })}. It can be undone once it has ended.`;
}
