import { log } from '@sluice/aws-kit/handlers';
import { isMigrationName, refusalOfDefinition } from '@sluice/ledger/migrations';
import { composeRefusedMigrationMail } from '@sluice/answers';
import { notSent, type Notifier } from '../notify/notifier.ts';
import { currentDefinition, type DefinitionServices } from './current-definition.ts';
import type { MigrationSchedules } from './schedules.ts';

export interface ScheduleMigrationServices extends DefinitionServices {
  readonly schedules: MigrationSchedules;
  readonly notifier: Notifier;
  readonly defaultEmails: readonly string[];
}

/**
 * Sets the schedule of a migration from its current file, so that events may come in any order. A wrong file gets no schedule.
 * Its author is notified of the mistakes, but not again by the sweep.
 */
export async function scheduleMigration(
  name: string,
  services: ScheduleMigrationServices,
  { notifies }: { readonly notifies: boolean },
): Promise<void> {
  const { schedules } = services;
  const read = await currentDefinition(name, services);
  if (read?.kind === 'migration' && read.definition.schedule !== undefined && read.nextFire !== undefined) {
    const { schedule: expression, timeZone } = read.definition;
    await schedules.put({ name, expression, timeZone });
    log.info('migration_scheduled', { name, nextFire: read.nextFire.toISOString() });
    return;
  }
  if (isMigrationName(name)) await schedules.remove(name);
  log.info('migration_not_scheduled', { name, why: read?.kind ?? 'gone' });
  if (notifies && read?.kind === 'refused')
    await notifyAuthor(name, refusalOfDefinition(name, read.problems).reason, services);
}

async function notifyAuthor(
  name: string,
  why: string,
  { notifier, defaultEmails }: ScheduleMigrationServices,
): Promise<void> {
  const mail = composeRefusedMigrationMail({ name, why });
  const message = { event: 'migration.refused', recipients: defaultEmails, mail } as const;
  const outcomes = await Promise.all(
    notifier.channelsFor(message).map(async (channel) => channel.send(message)),
  );
  // Another try would repeat it where it arrived.
  const isReceived = outcomes.some(({ kind }) => kind === 'sent');
  const failed = outcomes.find(({ kind }) => kind === 'failed');
  if (!isReceived && failed?.kind === 'failed') throw notSent(failed.code);
}
