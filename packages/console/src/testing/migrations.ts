import type { DefinitionJson, MigrationJson } from '@sluice/ledger/views';
import { ago } from './runs.ts';

export const aStart = (overrides: Partial<MigrationJson>): MigrationJson => ({
  migrationId: 'm0',
  name: 'nightly',
  scheduledAt: ago(600),
  startedBy: 'schedule',
  status: 'succeeded',
  dryRun: false,
  notice: { state: 'sent' },
  steps: [
    {
      number: 1,
      name: 'people',
      source: 'migrations/people.csv',
      status: 'succeeded',
      runIds: ['succeededaaaaaaaaaaaaaaaaa'],
      counts: { read: 1200, created: 950, updated: 250 },
    },
    {
      number: 2,
      name: 'matters',
      source: 'migrations/matters.csv',
      status: 'succeeded',
      runIds: [],
      counts: { read: 80, created: 80 },
    },
  ],
  ...overrides,
});

export const definitionsOf = (starts: readonly MigrationJson[]): DefinitionJson[] => [
  {
    name: 'nightly',
    schedule: 'cron(0 2 * * ? *)',
    timeZone: 'Europe/Berlin',
    nextFire: ago(-500),
    upcoming: Array.from({ length: 30 }, (_, day) => ago(-500 - day * 1440)),
    plannedSteps: [
      { name: 'people', source: 'migrations/people.csv' },
      { name: 'matters', source: 'migrations/matters.csv' },
    ],
    lastStart: starts[0] ?? null,
  },
  { name: 'broken', problems: ['steps[0].file: expected a key below migrations/'], lastStart: null },
];

export const aHistory = (id: string) => ({
  record: { id, schema: 'client', deleted: false, version: 2 },
  end: 'began',
  writes: [
    {
      version: 2,
      date: ago(2890),
      action: 'update',
      changes: {
        phone: ['+1 210 555 0100', '+1 210 555 0199'],
        city: [null, 'San Antonio'],
        email: ['ana@example.com', 'ana.of-the-department-of-public-health@example.org'],
      },
      importId: 'imp-2',
      values: 'covered',
      run: {
        runId: 'succeededaaaaaaaaaaaaaaaaa',
        key: 'inbox/client/email/new clients.csv',
        droppedBy: 'dana@example.com',
        rows: [17],
      },
    },
    {
      version: 1,
      date: ago(90_000),
      action: 'create',
      changes: { email: [null, id] },
      by: 'otto@example.com',
      values: 'notCovered',
    },
  ],
});

/** What two imports changed, a page each. */
export const someChanges = (cursor: string | undefined) =>
  cursor === undefined
    ? {
        items: [
          {
            ...{ importId: 'imp-2', date: ago(2890), values: 'covered' },
            run: {
              ...{ runId: 'succeededaaaaaaaaaaaaaaaaa', key: 'inbox/client/email/new clients.csv' },
              droppedBy: 'dana@example.com',
            },
            records: [
              {
                ...{ id: 'r1', schema: 'client', number: 1, version: 2, action: 'update', rows: [17] },
                changes: { cellPhone: ['+1 210 555 0100', '=1+1'], name: [null, 'Ana "A" Pop'] },
              },
            ],
          },
        ],
        nextCursor: 'imp-2',
      }
    : { items: [{ importId: 'imp-1', date: ago(90_000), values: 'altered', records: [] }] };
