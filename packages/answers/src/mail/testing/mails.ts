import { reasonOf } from '@sluice/contract';
import { noRows, type Counts } from '@sluice/ledger';
import { composeImportMail } from '../compose-import-mail.ts';
import { composeMigrationMail, composeRefusedMigrationMail } from '../compose-migration-mail.ts';
import { composeRunMail } from '../compose-run-mail.ts';
import type { Mail } from '../mail.ts';
import {
  consoleUrl,
  linked,
  runId,
  says,
  someImport,
  someMigration,
  someRun,
  until,
  warnings,
} from './facts.ts';
import { migrations } from './migrations.ts';

const result = linked('new clients.csv');
const problems = [
  { reason: says(reasonOf('lookup_blank'), 'E-mail'), rows: 480, firstRows: [2, 3, 4] },
  {
    reason: says(reasonOf('not_phone', { country: 'DE', why: 'it is too short' }), 'Phone'),
    rows: 1,
    firstRows: [9],
  },
];
const notes = [
  'A CSV file in UTF-8, comma-separated, with its header in row 3.',
  'Column "Notes" is ignored, as the profile says.',
  'Column "Name": double-encoded letters were repaired in 12 cells.',
];
const stopped = { read: 1000, failed: 500, notAttempted: 500 };

const approval = { asked: 1, plan: { sha256: '3f9c2a7d10be'.padEnd(64, '0'), counts: noRows } };
const toDecide = [
  {
    ...{ batch: 2, rows: 500, importId: null, sentAt: '2026-11-20T08:00:30.000Z' },
    quietUntil: '2026-11-20T08:15:30.000Z',
  },
];
const earlier = (runId: string, key: string, startedAt: string, droppedBy: string) =>
  ({ runId, key, startedAt, droppedBy, status: 'succeeded' }) as const;
const monday = earlier('zzzzzzzz234567abcdefgh2345', 'inbox/x/monday.csv', '2026-11-16T08:00:00.000Z', 'ana');
const tuesday = earlier(
  'yyyyyyyy234567abcdefgh2345',
  'inbox/x/tuesday.csv',
  '2026-11-17T08:00:00.000Z',
  'bo@example.com',
);
const warned = warnings.map((text) => ({ code: 'blank_column', text, rows: 90 }));
const refused = { problems, notAttemptedFor: [], unknownFor: [] };
const none = { files: {}, imports: undefined };
const planned = (counts: Partial<Counts>) => ({
  ...approval,
  plan: { ...approval.plan, counts: { ...noRows, ...counts } },
});

/** A run of each way to end, and what its mail knows besides. */
const runs: Readonly<Record<string, Parameters<typeof someRun>>> = {
  succeeded: [{ notes, profile: 'members' }, { files: { result } }],
  'succeeded, with warnings and without links': [{ warnings: warned, notes }],
  'succeeded, with the result sheet attached': [
    {},
    {
      files: { result },
      attachment: { fileName: 'result of new clients.csv', contentType: 'text/csv', bytes: new Uint8Array() },
    },
  ],
  'succeeded, one row': [{ counts: { read: 1, created: 1 } }],
  'partly succeeded': [
    {
      status: 'partly_succeeded',
      counts: { read: 1000, created: 400, updated: 99, skipped: 1, filtered: 19, failed: 481 },
      notes,
      profile: 'members',
    },
    { files: { result }, reasons: { ...refused, problemsInAll: 481 } },
  ],
  'rejected, rows with errors': [
    { status: 'rejected', counts: stopped, usage: { dryRuns: 62, furtherDryRuns: 60, imports: 0 } },
    {
      files: { result },
      reasons: { ...refused, problemsInAll: 500 },
      imports: { ids: ['import-1', 'import-2'], wereDryRuns: true },
    },
  ],
  'rejected, all rows with errors': [
    { status: 'rejected', counts: { read: 3, failed: 3 } },
    {
      reasons: {
        ...refused,
        problems: [{ reason: says(reasonOf('lookup_blank'), 'E-mail'), rows: 3, firstRows: [2, 3, 4] }],
        problemsInAll: 3,
      },
      imports: undefined,
    },
  ],
  'rejected, not readable': [
    {
      status: 'rejected',
      counts: {},
      reason: 'The file is a zip archive. Unpack it, and upload each sheet separately.',
      schema: null,
      lookup: null,
    },
    none,
  ],
  'rejected, for its columns': [
    {
      status: 'rejected',
      counts: {},
      reason: says(
        reasonOf('missing_columns', {
          what: 'a column',
          profile: 'members',
          columns: '"E-mail"',
          others: '',
          them: 'it',
          hint: '',
        }),
      ),
      reasonCodes: ['missing_columns'],
      profile: 'members',
    },
    none,
  ],
  'rejected, with a proposed profile': [
    {
      status: 'rejected',
      counts: {},
      reason: says(
        reasonOf('unknown_columns', {
          which: 'These columns are not fields',
          schema: 'client',
          columns: '"Vorname" (near: name), "Nachname" (near: name), "Fax", "Notiz"',
          fields: 'id, name, email, cellPhone, homePhone, workPhone',
        }),
      ),
      reasonCodes: ['unknown_columns'],
      proposal: { profile: {}, choices: [] },
    },
    {
      ...none,
      consoleUrl,
      proposal: ['"Vorname" + "Nachname" → name (likely): German', 'Ignored: "Fax", "Notiz"'],
    },
  ],
  'rejected by the service': [
    {
      status: 'rejected',
      counts: { read: 499, notAttempted: 499 },
      reason: says(
        reasonOf('batch_not_passed', {
          batch: 1,
          why: 'the service refused the batch without naming a row',
        }),
      ),
      reasonCodes: ['batch_not_passed'],
    },
    {
      reasons: {
        ...{ problems: [], problemsInAll: 0, unknownFor: [] },
        notAttemptedFor: [
          {
            reason: says(reasonOf('batch_refused', { text: 'The list is closed.' })),
            rows: 499,
            firstRows: [3, 4, 5],
          },
        ],
      },
    },
  ],
  failed: [
    {
      status: 'failed',
      counts: { read: 1000, created: 950, notAttempted: 50 },
      reason: 'The service refused the token. Ask its administrators for a new one.',
    },
    { files: { result } },
  ],
  'needs a decision': [
    {
      status: 'needs_decision',
      counts: { read: 1000, created: 500, unknown: 500 },
      toDecide,
      finishedAt: null,
    },
    { files: { result } },
  ],
  'needs a decision, reminder': [
    {
      status: 'needs_decision',
      counts: { read: 2, created: 1, unknown: 1 },
      toDecide: toDecide.map((one) => ({ ...one, rows: 1 })),
      finishedAt: null,
    },
    { reminder: 2 },
  ],
  'waits for approval': [
    {
      status: 'awaiting_approval',
      importedBefore: { run: monday, between: [tuesday], more: 2 },
      counts: { read: 14, notAttempted: 13, filtered: 1 },
      reason: says(
        reasonOf('too_many_deleted', { counted: '2 of 13 records', most: 'the profile allows none' }),
      ),
      approval: planned({ read: 14, created: 8, updated: 3, deleted: 2, filtered: 1 }),
      finishedAt: null,
    },
    {
      consoleUrl,
      files: { result, plan: linked('plan of new clients.csv') },
      imports: { ids: ['import-1', 'import-2'], wereDryRuns: true },
    },
  ],
  'waits for approval, reminder': [
    {
      status: 'awaiting_approval',
      counts: { read: 1, notAttempted: 1 },
      approval: planned({ read: 1, deleted: 1 }),
      finishedAt: null,
    },
    { files: { plan: { place: `s3://files/runs/${runId}/results/plan of new clients.csv` } }, reminder: 1 },
  ],
  duplicate: [
    {
      status: 'duplicate',
      counts: {},
      duplicateOf: monday.runId,
      importedBefore: { run: monday, between: [], more: 0 },
    },
    none,
  ],
  superseded: [
    {
      status: 'superseded',
      counts: { read: 2, notAttempted: 2 },
      reason: says(reasonOf('newer_version', { run: 'zzzzzzzz234567abcdefgh2345' })),
    },
    none,
  ],
  cancelled: [
    {
      status: 'cancelled',
      counts: { read: 600, created: 100, unknown: 500 },
      reason: says(
        reasonOf('run_cancelled', {
          by: 'ana',
          when: 'while importing',
          sent: '2 of 3 batches had been sent, and the outcome of 500 of their rows is unknown; the others were not.',
        }),
      ),
    },
    { files: { result } },
  ],
  undone: [
    { status: 'undone', undo: { reversed: 988, kept: 2, failed: 0 } },
    { files: { result, undoReport: linked('undo of new clients.csv') }, undoneBy: 'ana' },
  ],
  'undone by an operator': [
    {
      reverts: [
        {
          ...{ batch: 2, importId: 'import-2', by: 'ana', at: until, startedDate: until },
          ...{ reversed: 390, kept: 0, failed: 0 },
        },
      ],
    },
  ],
  'with a late import': [{}, { late: [{ batch: 2, importId: 'import-9', status: 'success' }] }],
};

const imports = {
  succeeded: {},
  'succeeded, dry run': { dryRun: true },
  failed: {
    outcome: 'failure',
    errorMessage:
      'record 1 (set 1, record 1): email: expected an e-mail address\nrecord 3 (set 1, record 3): phone: expected a phone number',
    counts: { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 2, notAttempted: 3 },
  },
  'failed, dry run': {
    outcome: 'failure',
    dryRun: true,
    errorMessage: 'record 1: email: expected an e-mail address',
  },
} as const;

/** Every mail that Sluice sends, by its name. */
export const everyMail: readonly (readonly [name: string, mail: Mail])[] = [
  ...Object.entries(runs).map(([name, facts]) => [`run ${name}`, composeRunMail(someRun(...facts))] as const),
  ...Object.entries(migrations).map(
    ([name, facts]) => [`migration ${name}`, composeMigrationMail(someMigration(facts))] as const,
  ),
  [
    'migration refused',
    composeRefusedMigrationMail({
      name: 'nightly',
      why: 'migrations/nightly.json cannot be used. step 1: client has no lookup "emial"; did you mean "email"?',
    }),
  ],
  ...Object.entries(imports).map(
    ([name, facts]) => [`import ${name}`, composeImportMail(someImport(facts))] as const,
  ),
];
