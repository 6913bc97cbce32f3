import { log } from '@sluice/lambda-kit';
import type { MigrationEvent, MigrationMail, MigrationRun, StepState } from '@sluice/migrations';
import { composeMigrationMail, type MigrationFacts } from '@sluice/mail';
import type { RunMigrationServices } from './services.ts';

/**
 * The one mail of a migration that has ended: first the intent, then the mail, so that a crash between costs one copy at most
 * (invariant 13). Answers the event of what is done next; undefined when nothing is owed.
 */
export async function tell(
  migration: MigrationRun,
  services: RunMigrationServices,
): Promise<MigrationEvent | undefined> {
  const about = migration.status;
  const event = (mail: Omit<MigrationMail, 'at'>): MigrationEvent => {
    const at = services.now().toISOString();
    return { type: 'mail', at, about, mail: { ...mail, at } };
  };
  if (migration.mail === undefined) return event({ state: 'intended' });
  if (migration.mail.state !== 'intended') return undefined;
  return event(await send(migration, undefined, services));
}

const reminderMs = 24 * 3_600_000;

/** Tells that runs wait for a person: at once, and then every day. */
export async function remind(
  migration: MigrationRun,
  runIds: readonly string[],
  services: RunMigrationServices,
): Promise<MigrationEvent | undefined> {
  const { remindedAt } = migration;
  const now = services.now();
  if (remindedAt !== undefined && now.getTime() - Date.parse(remindedAt) < reminderMs) return undefined;
  await send(migration, runIds, services);
  return { type: 'reminded', at: now.toISOString() };
}

async function send(
  migration: MigrationRun,
  waiting: readonly string[] | undefined,
  services: RunMigrationServices,
): Promise<Pick<MigrationMail, 'detail'> & { readonly state: 'sent' | 'refused' }> {
  const mail = composeMigrationMail(await factsOf(migration, waiting, services));
  const outcome = await services.mailer.send(migration.emails, mail, { migrationId: migration.migrationId });
  if (outcome.kind === 'failed')
    throw Object.assign(new Error('The mail did not go out'), { code: outcome.code });
  log.info('migration_mail_handled', { migrationId: migration.migrationId, outcome: outcome.kind });
  return { state: outcome.kind, detail: outcome.kind === 'sent' ? outcome.messageId : outcome.code };
}

async function factsOf(
  migration: MigrationRun,
  waiting: readonly string[] | undefined,
  services: RunMigrationServices,
): Promise<MigrationFacts> {
  const { migrationId, name, status, scheduledAt, startedBy, dryRun, reason, startedAt, finishedAt, undo } =
    migration;
  const steps = await Promise.all(
    migration.steps.map((step, at) => stepFacts(step, { migration, at }, services)),
  );
  return {
    migrationId,
    name,
    status,
    scheduledAt,
    startedBy,
    dryRun,
    reason,
    startedAt,
    finishedAt,
    steps,
    waiting,
    ...(undo?.counts !== undefined && { undo: { by: undo.by, counts: undo.counts } }),
  };
}

async function stepFacts(
  { status, counts, reason, runIds }: StepState,
  { migration, at }: { readonly migration: MigrationRun; readonly at: number },
  { ledger, filesBucket }: RunMigrationServices,
): Promise<MigrationFacts['steps'][number]> {
  const { name, file, prefix, sheet } = migration.definition?.steps[at] ?? {};
  const source = [file ?? prefix ?? '', ...(sheet === undefined ? [] : [`sheet ${sheet}`])].join(', ');
  const runs = await Promise.all(runIds.map((runId) => ledger.run(runId)));
  return {
    title: name ?? source,
    source,
    status,
    counts,
    reason,
    runs: runs.flatMap((run) =>
      run === undefined
        ? []
        : [
            {
              runId: run.runId,
              fileName: run.fileName,
              status: run.status,
              resultPlace: run.resultKey && `s3://${filesBucket}/${run.resultKey}`,
            },
          ],
    ),
  };
}
