import type { ImportFacts } from '../compose-import-mail.ts';
import type { MigrationFacts, StepFacts } from '../migration-facts.ts';
import type { RowCounts, RunFacts } from '../run-facts.ts';

export function someCounts(counts: Partial<RowCounts> = {}): RowCounts {
  return {
    read: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    landed: 0,
    skipped: 0,
    filtered: 0,
    failed: 0,
    notAttempted: 0,
    unknown: 0,
    ...counts,
  };
}

export function someRun(overrides: Partial<RunFacts> = {}): RunFacts {
  return {
    runId: 'abcdefgh234567abcdefgh2345',
    fileName: 'new clients.csv',
    place: 's3://drops/inbox/client/email/new clients.csv',
    status: 'succeeded',
    counts: someCounts({ read: 1000, created: 600, updated: 390, unchanged: 10 }),
    problems: [],
    problemsInAll: 0,
    importIds: ['import-1', 'import-2'],
    wereDryRuns: false,
    files: { result: { place: 's3://files/runs/abcdefgh234567abcdefgh2345/results/new clients.csv' } },
    schema: 'client',
    lookup: 'email',
    droppedBy: 'AWS:somebody',
    startedAt: '2026-11-20T08:00:00.000Z',
    finishedAt: '2026-11-20T08:01:30.000Z',
    ...overrides,
  };
}

const titles = ['Roles', 'Lists', 'Clients', 'Visits', 'Payments'];

/** A step of one file, `clients.csv` for `Clients`. */
export function someStep(title: string, step: Partial<StepFacts> = {}): StepFacts {
  const fileName = `${title.toLowerCase()}.csv`;
  const runId = `${title.toLowerCase()}234567abcdefghijklmnopqrst`.slice(0, 26);
  const result = { place: `s3://files/runs/${runId}/results/${fileName}` };
  const runs = [{ runId, fileName, status: 'succeeded', result }];
  const counts = { read: 40, created: 30, updated: 10, failed: 0 };
  return { title, source: `migrations/nightly/${fileName}`, status: 'succeeded', counts, runs, ...step };
}

export function someMigration(overrides: Partial<MigrationFacts> = {}): MigrationFacts {
  return {
    migrationId: 'abcdefghijklmnop234567abcd',
    name: 'nightly',
    status: 'succeeded',
    scheduledAt: '2026-11-22T01:30:00.000Z',
    startedBy: 'schedule',
    dryRun: false,
    startedAt: '2026-11-22T01:30:02.000Z',
    finishedAt: '2026-11-22T01:41:10.000Z',
    steps: titles.map((title) => someStep(title)),
    ...overrides,
  };
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

/** The runs that imported the same content before, and wrote since. */
export const before = [
  'Run zzzzzzzz234567abcdefgh2345 imported it: monday.csv, 2026-11-16 08:00:00 UTC, dropped by ana',
  'Since then, run yyyyyyyy234567abcdefgh2345 wrote to the same records: tuesday.csv, 2026-11-17 08:00:00 UTC, dropped by bo@example.com',
];
