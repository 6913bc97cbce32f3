import type { Ledger, Migrations, Run } from '@sluice/ledger';
import { isMigrationEnded, type MigrationRun, type StepState } from '@sluice/ledger/migrations';
import { mailedFile, type MailLinkServices } from '../links/mailed-file.ts';
import {
  composeMigrationMail,
  mostListed,
  type MigrationFacts,
  type NoticeEvent,
  type StepRunFacts,
  type Upcoming,
} from '@sluice/answers';
import { migrationView } from '@sluice/ledger/views';
import { isNoticeSettled, isReminderDue, nextReminder } from '@sluice/ledger/notice';
import { refusedRowsOf } from '../report/refused-rows.ts';
import type { Files } from '../ports.ts';
import { currentDefinition, type DefinitionServices } from './current-definition.ts';
import { stepRun } from './step-runs.ts';
import { sendNotice, type RecordNotice, type SendNoticeServices } from '../notify/send-notice.ts';

export interface NotifyOfMigrationServices extends SendNoticeServices, MailLinkServices, DefinitionServices {
  readonly ledger: Pick<Ledger, 'run'>;
  readonly migrations: Pick<Migrations, 'move' | 'migration'>;
  readonly files: Pick<Files, 'get'>;
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
  const message = { event: eventOf(migration.status), recipients: emails, mail, subject: { migrationId } };
  const outcome = await sendNotice({ record: recordNotice(migration, migrations), message }, services);
  return outcome === 'leased' ? undefined : migrations.migration(migrationId);
}

/** What a notice is about. While a migration is active, it is about runs that wait for a person. */
const eventOf = (status: MigrationRun['status']): NoticeEvent =>
  isMigrationEnded(status) ? `migration.${status}` : 'migration.needs_decision';

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
  const { name, status, definition } = migration;
  const hasBegun = status !== 'skipped' && status !== 'tooLate';
  return {
    migration: migrationView(migration),
    runs: await Promise.all(migration.steps.map((step) => runsOf(step, migration, services))),
    definition,
    consoleUrl: services.consoleUrl,
    waiting,
    upcoming: hasBegun ? undefined : await upcomingOf(name, services),
  };
}

/** What the schedule of a migration does next, by its file as it is now. */
async function upcomingOf(name: string, services: DefinitionServices): Promise<Upcoming> {
  const read = await currentDefinition(name, services);
  if (read?.kind !== 'migration') return { isPaused: false };
  return { isPaused: read.definition.paused, at: read.nextFire?.toISOString() };
}

async function runsOf(
  { runIds }: StepState,
  migration: MigrationRun,
  services: NotifyOfMigrationServices,
): Promise<StepRunFacts[]> {
  const found = await Promise.all(runIds.map((runId) => services.ledger.run(runId)));
  const runs = found
    .filter((run) => run !== undefined)
    .map((run) => ({ run, facts: runFacts(run, migration) }))
    // Those to repair come first, since a mail does not list all.
    .toSorted((one, other) => Number(other.facts.hasFailed) - Number(one.facts.hasFailed));
  return Promise.all(
    runs.map(async ({ run, facts }, nth) =>
      nth < mostListed ? { ...facts, ...(await filesOf(run, services)) } : facts,
    ),
  );
}

function runFacts(run: Run, { dryRun }: MigrationRun): StepRunFacts {
  const { runId, fileName, status, reason, reading, undo, migration: { sheet } = {} } = run;
  const { state } = stepRun(runId, run, dryRun);
  return {
    runId,
    fileName,
    sheet,
    status,
    ...(dryRun && status === 'rejected' && { hasPassed: state === 'good' }),
    hasFailed: status !== 'undone' && (state === 'failed' || state === 'partly'),
    reason,
    warnings: reading?.warnings?.map(({ text }) => text),
    ...(undo?.counts && { notUndone: undo.counts.kept + undo.counts.failed }),
  };
}

async function filesOf(
  { runId, resultKey }: Run,
  services: NotifyOfMigrationServices,
): Promise<Partial<StepRunFacts>> {
  const refused = await refusedRowsOf(runId, services.files);
  return {
    result: await mailedFile(runId, resultKey, services),
    // A run that landed in part may have been undone since.
    ...(refused !== undefined && { refused, hasFailed: true }),
  };
}
