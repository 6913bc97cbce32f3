import { reasonText, type Reason } from '@sluice/contract';
import { noRows, type Counts } from '@sluice/ledger';
import type { MigrationJson, RunProgressJson } from '@sluice/ledger/views';
import type { MigrationFacts, StepRunFacts } from '../../migration/facts.ts';
import type { ToldFile } from '../../run/facts.ts';
import type { MailedRun } from '../compose-run-mail.ts';
import type { ImportFacts } from '../compose-import-mail.ts';

export const runId = 'abcdefgh234567abcdefgh2345';
export const until = '2026-11-23T08:01:31.000Z';
export const consoleUrl = 'https://d111111abcdef8.cloudfront.net';

/** A file with a link as long as ours are. */
export function linked(name: string, of = runId): ToldFile {
  const token = `${of}.0JtZ7vZr2m0wq5hKk1c3nq8c7yXy2b6Yt9u4s5d6f7g`;
  const url = `https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/files?link=${token}`;
  return { place: `s3://sluice-files-1a2b3c/runs/${of}/results/${name}`, link: { url, until } };
}

/** A reason as mails have it: without the value. */
export const says = (reason: Reason, name?: string): string =>
  reasonText({ ...reason, name }, { values: false });

export const warnings = ['Phone is blank in 90 % of the rows. In earlier files of this folder it was 2 %.'];

const none = { dryRuns: 0, furtherDryRuns: 0, imports: 0 };

/** A run whose every row landed. */
export function someRun(
  of: Omit<Partial<RunProgressJson>, 'counts'> & { readonly counts?: Partial<Counts> } = {},
  facts: Omit<Partial<MailedRun>, 'run'> = {},
): MailedRun {
  const { counts = { read: 1000, created: 600, updated: 390, unchanged: 10 }, ...others } = of;
  const run = {
    ...{ runId, bucket: 'drops', key: 'inbox/client/email/new clients.csv', versionId: 'v1', bytes: 1 },
    ...{ status: 'succeeded', sha256: 'f00d', schema: 'client', lookup: 'email', resultKey: null },
    ...{ droppedBy: 'AWS:somebody', usage: { ...none, dryRuns: 2, imports: 2 } },
    ...{ startedAt: '2026-11-20T08:00:00.000Z', finishedAt: '2026-11-20T08:01:30.000Z' },
    ...others,
    counts: { ...noRows, ...counts },
  } as RunProgressJson;
  return {
    skippedFor: { landedAlready: 0, asExported: 0, changedSince: 0 },
    imports: { ids: ['import-1', 'import-2'], wereDryRuns: false },
    files: { result: { place: `s3://files/runs/${runId}/results/new clients.csv` } },
    ...facts,
    run,
  };
}

const titles = ['Roles', 'Lists', 'Clients', 'Visits', 'Payments'];
type Step = MigrationJson['steps'][number] & { readonly runs: readonly StepRunFacts[] };

/** A step of one file, `clients.csv` for `Clients`. */
export function someStep(title: string, step: Partial<Step> = {}): Step {
  const fileName = `${title.toLowerCase()}.csv`;
  const ofStep = `${title.toLowerCase()}234567abcdefghijklmnopqrst`.slice(0, 26);
  const result = { place: `s3://files/runs/${ofStep}/results/${fileName}` };
  return {
    ...{ number: 1, name: title, source: `migrations/nightly/${fileName}` },
    ...{ status: 'succeeded', counts: { read: 40, created: 30, updated: 10, failed: 0 }, runIds: [ofStep] },
    runs: [{ runId: ofStep, fileName, status: 'succeeded', result }],
    ...step,
  };
}

export function someMigration({
  steps = titles.map((title) => someStep(title)),
  waiting,
  consoleUrl,
  upcoming,
  ...others
}: Omit<Partial<MigrationJson>, 'steps'> &
  Pick<MigrationFacts, 'waiting' | 'consoleUrl' | 'upcoming'> & {
    readonly steps?: readonly Step[];
  } = {}): MigrationFacts {
  const migration = {
    ...{ migrationId: 'abcdefghijklmnop234567abcd', name: 'nightly', status: 'succeeded', dryRun: false },
    ...{ scheduledAt: '2026-11-22T01:30:00.000Z', startedBy: 'schedule' },
    ...{ startedAt: '2026-11-22T01:30:02.000Z', finishedAt: '2026-11-22T01:41:10.000Z' },
    ...others,
    steps: steps.map(({ runs: _runs, ...step }, at) => ({ ...step, number: at + 1 })),
  } as MigrationJson;
  return { migration, runs: steps.map(({ runs }) => runs), waiting, consoleUrl, upcoming };
}

export function someImport(overrides: Partial<ImportFacts> = {}): ImportFacts {
  return {
    importId: 'import-1',
    filename: 'new clients',
    outcome: 'success',
    dryRun: false,
    site: { name: 'North', kind: 'production' },
    schemas: ['client'],
    counts: { created: 3, updated: 2, unchanged: 0, deleted: 0, failed: 0, notAttempted: 0 },
    createdDate: '2026-11-20T08:00:00.000Z',
    ranDate: '2026-11-20T08:00:05.000Z',
    ...overrides,
  };
}
