import type { Ledger, Migrations } from '@sluice/ledger';
import type { MigrationRun, StepState } from '@sluice/migrations';
import { mailedFile, type MailedFileServices } from '../links/mailed-file.ts';
import { composeMigrationMail, mostListed, type MigrationFacts } from '@sluice/mail';
import { isNoticeSettled, isReminderDue, nextReminder } from '@sluice/mail/notice';
import { sendNotice, type RecordNotice, type SendNoticeServices } from '../notify/send-notice.ts';

export interface NotifyOfMigrationServices extends SendNoticeServices, MailedFileServices {
  readonly ledger: Pick<Ledger, 'run'>;
  readonly migrations: Pick<Migrations, 'move' | 'migration'>;
}

/**
 * Sends the notice of a migration that has ended. While its runs wait for a person, sends one every day (invariant 13).
 * @returns the migration afterwards; undefined if no notice was due
 */
export async function notifyOfMigration(
  migration: MigrationRun,
  waiting: readonly string[] | undefined,
  services: NotifyOfMigrationServices,
): Promise<MigrationRun | undefined> {
  const { migrationId, emails, notice } = migration;
  const { migrations, now } = services;
  if (isNoticeSettled(notice)) {
    const at = now().toISOString();
    if (waiting === undefined || !isReminderDue(migration, at)) return undefined;
    const event = { type: 'reminderDue', at, number: nextReminder(migration) } as const;
    return (await migrations.move(migrationId, event)).now;
  }
  const mail = composeMigrationMail(await factsOf(migration, waiting, services));
  const message = { recipients: emails, mail, subject: { migrationId } };
  const outcome = await sendNotice({ record: recordNotice(migration, migrations), message }, services);
  return outcome === 'leased' ? undefined : migrations.migration(migrationId);
}

/** Refused if the migration has moved on to another status. */
function recordNotice(
  { migrationId, status: about }: MigrationRun,
  migrations: Pick<Migrations, 'move'>,
): RecordNotice {
  return async (notice) => {
    const event = { type: 'noticeChanged', at: notice.at, about, notice } as const;
    const { moved, now } = await migrations.move(migrationId, event);
    return { recorded: moved, current: now.status === about ? now.notice : undefined };
  };
}

async function factsOf(
  migration: MigrationRun,
  waiting: readonly string[] | undefined,
  services: NotifyOfMigrationServices,
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
  services: NotifyOfMigrationServices,
): Promise<MigrationFacts['steps'][number]> {
  const { name, file, prefix, sheet } = migration.definition?.steps[at] ?? {};
  const source = [file ?? prefix ?? '', ...(sheet === undefined ? [] : [`sheet ${sheet}`])].join(', ');
  const runs = await Promise.all(
    runIds.map(async (runId, nth) => {
      const run = await services.ledger.run(runId);
      if (run === undefined) return [];
      const { fileName, status: ended, resultKey } = run;
      // The mail lists no more of them.
      const file = nth < mostListed ? await mailedFile(runId, resultKey, services) : undefined;
      return [{ runId, fileName, status: ended, result: file }];
    }),
  );
  return {
    title: name ?? source,
    source,
    status,
    counts,
    reason,
    runs: runs.flat(),
  };
}
