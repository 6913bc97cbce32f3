import { failure, success, type HttpResponse } from '@sluice/aws-kit/handlers';
import type { Migrations } from '@sluice/ledger';
import { keyOfMigration, migrationOfKey, readDefinition } from '@sluice/ledger/migrations';
import { migrationView } from '@sluice/ledger/views';
import { upcomingFires } from '@sluice/aws-kit/schedule';
import type { Clock, Files } from '../ports.ts';

export interface MigrationHistoryServices {
  readonly drops: Pick<Files, 'get'>;
  /** The keys right below a prefix of the drop bucket. */
  readonly listKeys: (prefix: string) => Promise<string[]>;
  readonly migrations: Pick<Migrations, 'migration' | 'migrationsOf' | 'events'>;
  readonly now: Clock;
}

const startsShown = 100;
/** What is shown of the future. A schedule by the hour has more starts than that. */
const shown = { days: 30, most: 100 } as const;

/** The definitions without a subject; the starts of a name; one start by its id. */
export async function showMigrations(
  subject: string | undefined,
  services: MigrationHistoryServices,
): Promise<HttpResponse> {
  if (subject === undefined) return success(await listDefinitions(services));
  const migration = await services.migrations.migration(subject);
  if (migration !== undefined) {
    const events = await services.migrations.events(subject);
    const timeline = events.map(({ at, type, data }) => ({ at, type, data }));
    return success({ ...migrationView(migration), timeline });
  }
  const starts = await services.migrations.migrationsOf(subject, startsShown);
  const isDefined = (await services.drops.get(keyOfMigration(subject))) !== undefined;
  if (starts.length === 0 && !isDefined)
    return failure(404, 'not_found', 'There is no migration of this name or id.');
  return success(starts.map(migrationView));
}

async function listDefinitions(services: MigrationHistoryServices): Promise<object[]> {
  const keys = await services.listKeys('migrations/');
  const names = keys.flatMap((key) => migrationOfKey(key) ?? []);
  return Promise.all(names.map((name) => definitionView(name, services)));
}

async function definitionView(name: string, services: MigrationHistoryServices): Promise<object> {
  const [text, [last]] = await Promise.all([
    services.drops.get(keyOfMigration(name)),
    services.migrations.migrationsOf(name, 1),
  ]);
  const now = services.now();
  const read = readDefinition(name, text ?? '', now);
  const lastStart = last === undefined ? null : migrationView(last);
  if (read.kind === 'refused') return { name, problems: read.problems, lastStart };
  const { schedule = null, timeZone, steps, ifStepFails, ifRunning, dryRun, paused } = read.definition;
  const nextFire = read.nextFire?.toISOString() ?? null;
  const lastFire = last?.startedBy === 'schedule' ? new Date(last.scheduledAt) : undefined;
  const upcoming =
    read.schedule && read.nextFire ? upcomingFires(read.schedule, { ...shown, now, last: lastFire }) : [];
  return {
    name,
    schedule,
    timeZone,
    nextFire,
    steps: steps.length,
    upcoming: upcoming.map((at) => at.toISOString()),
    plannedSteps: steps.map(({ name: stepName = null, file, prefix, sheet }) => ({
      name: stepName,
      source: file ?? prefix ?? null,
      ...(sheet && { sheet }),
    })),
    ifStepFails,
    ifRunning,
    dryRun,
    paused,
    lastStart,
  };
}
