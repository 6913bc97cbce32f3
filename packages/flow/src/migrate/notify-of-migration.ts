import { dropperText, type Ledger, type Migrations, type Run } from '@sluice/ledger';
import { isMigrationEnded, type MigrationRun, type StepState } from '@sluice/ledger/migrations';
import { mailedFile, type MailLinkServices } from '../links/mailed-file.ts';
import {
  composeMigrationMail,
  mostListed,
  type MigrationFacts,
  type NoticeEvent,
  type StepFacts,
  type StepRunFacts,
  type Upcoming,
} from '@sluice/answers';
import { isNoticeSettled, isReminderDue, nextReminder } from '@sluice/ledger/notice';
import { refusedRowsOf } from '../report/refused-rows.ts';
import type { Files } from '../ports.ts';
import { currentDefinition, type DefinitionServices } from './current-definition.ts';
import { repairCommands, stepToRepair } from './repair-commands.ts';
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
  const { migrationId, name, status, scheduledAt, startedBy, dryRun, reason, startedAt, finishedAt, undo } =
    migration;
  const steps = await Promise.all(
    migration.steps.map((step, at) => stepFacts(step, { migration, at }, services)),
  );
  const upcoming = hasBegun(status) ? undefined : await upcomingOf(name, services);
  const failed = stepToRepair(migration);
  return {
    ...(failed >= 0 && { failedStep: failed + 1 }),
    ...(isMigrationEnded(status) && { repair: repairCommands(migration, { steps, upcoming }) }),
    upcoming,
    consoleUrl: services.consoleUrl,
    migrationId,
    name,
    status,
    scheduledAt,
    startedBy,
    definedBy: migration.definitionUpload && dropperText(migration.definitionUpload),
    dryRun,
    reason: isStatedBy(steps[failed], reason) ? undefined : reason,
    startedAt,
    finishedAt,
    steps: steps.map((step) => (isStatedBy(step, step.reason) ? { ...step, reason: undefined } : step)),
    waiting,
    ...(undo?.counts !== undefined && { undo: { by: undo.by, counts: undo.counts } }),
  };
}

const hasBegun = (status: MigrationRun['status']): boolean => status !== 'skipped' && status !== 'tooLate';

/** What the schedule of a migration does next, by its file as it is now. */
async function upcomingOf(name: string, services: DefinitionServices): Promise<Upcoming> {
  const read = await currentDefinition(name, services);
  if (read?.kind !== 'migration') return { isPaused: false };
  return { isPaused: read.definition.paused, at: read.nextFire?.toISOString() };
}

/** Whether a reason says no more than that of a run, which the mail has too. */
function isStatedBy(step: StepFacts | undefined, reason: string | undefined): boolean {
  return step?.runs.some((run) => run.reason !== undefined && reason?.endsWith(run.reason)) ?? false;
}

async function stepFacts(
  { status, counts, reason, runIds }: StepState,
  { migration, at }: { readonly migration: MigrationRun; readonly at: number },
  services: NotifyOfMigrationServices,
): Promise<MigrationFacts['steps'][number]> {
  const { name, file, prefix, sheet } = migration.definition?.steps[at] ?? {};
  const source = [file ?? prefix ?? '', ...(sheet === undefined ? [] : [`sheet ${sheet}`])].join(', ');
  const found = await Promise.all(runIds.map((runId) => services.ledger.run(runId)));
  const runs = found
    .filter((run) => run !== undefined)
    .map((run) => ({ run, facts: runFacts(run, migration) }))
    // Those to repair come first, since a mail does not list all.
    .toSorted((one, other) => Number(other.facts.hasFailed) - Number(one.facts.hasFailed));
  return {
    title: name ?? source,
    source,
    status,
    counts,
    reason,
    runs: await Promise.all(
      runs.map(async ({ run, facts }, nth) =>
        nth < mostListed ? { ...facts, ...(await filesOf(run, services)) } : facts,
      ),
    ),
  };
}

function runFacts(run: Run, { dryRun }: MigrationRun): StepRunFacts {
  const { runId, fileName, status, reason, reading, undo, migration: { sheet } = {} } = run;
  const { state } = stepRun(runId, run, dryRun);
  return {
    runId,
    fileName,
    sheet,
    status: dryRun && status === 'rejected' ? (state === 'good' ? 'passed' : 'not passed') : status,
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
