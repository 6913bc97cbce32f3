import { reasonOf, reasonText, type Reason } from '@sluice/contract';
import { SheetError } from '@sluice/sheets';
import { composeImportMail } from '../compose-import-mail.ts';
import { composeMigrationMail, composeRefusedMigrationMail } from '../compose-migration-mail.ts';
import { composeRunMail } from '../compose-run-mail.ts';
import type { Mail } from '../mail.ts';
import type { MailedFile } from '../mailed-file.ts';
import type { RunFacts } from '../run-facts.ts';
import { before, someCounts, someImport, someMigration, someRun, someStep } from './facts.ts';

const run = 'abcdefgh234567abcdefgh2345';
const until = '2026-11-23T08:01:31.000Z';
const consoleUrl = 'https://d111111abcdef8.cloudfront.net';

/** A file with a link as long as ours are. */
function linked(name: string, runId = run): MailedFile {
  const token = `${runId}.0JtZ7vZr2m0wq5hKk1c3nq8c7yXy2b6Yt9u4s5d6f7g`;
  const url = `https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/files?link=${token}`;
  return { place: `s3://sluice-files-1a2b3c/runs/${runId}/results/${name}`, link: { url, until } };
}

/** A reason as mails have it: without the value. */
const says = (reason: Reason, name?: string): string => reasonText({ ...reason, name }, { values: false });

const archive = {
  code: 'other_format',
  kind: 'a zip archive',
  instead: 'Unpack it, and upload each sheet separately.',
} as const;

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
const warnings = ['Phone is blank in 90 % of the rows. In earlier files of this folder it was 2 %.'];
const stopped = { read: 1000, failed: 500, notAttempted: 500 };

const approve = {
  commands: [
    ['Approve', `npx sluice approve ${run} --plan 3f9c2a7d10be`],
    ['Refuse', `npx sluice cancel ${run}`],
  ],
} as const;

const decide = {
  batches: [
    `Batch 2 (500 rows, sent 2026-11-20 08:00:30 UTC). No import id was received. In the service its name contains "[run ${run} batch 2".`,
  ],
  commands: [
    [
      'its import is there; put its id in place of IMPORT_ID',
      `npx sluice decide ${run} --batch 2 --attach IMPORT_ID`,
    ],
    ['its rows are there (from 2026-11-20 08:15:30 UTC on)', `npx sluice decide ${run} --batch 2 --landed`],
    [
      'they are not there (from 2026-11-20 08:15:30 UTC on)',
      `npx sluice decide ${run} --batch 2 --not-applied`,
    ],
    [
      'send it again (from 2026-11-20 08:15:30 UTC on); this overwrites what others changed since',
      `npx sluice decide ${run} --batch 2 --send-again`,
    ],
  ],
  rowsEnded: 0,
} as const;

/** A mail for every way that a run ends. */
const runs: Readonly<Record<string, Partial<RunFacts>>> = {
  succeeded: { files: { result }, notes, profile: 'members' },
  'succeeded, with warnings and without links': { warnings, notes },
  'succeeded, with the result sheet attached': {
    files: { result },
    attachment: { fileName: 'result of new clients.csv', contentType: 'text/csv', bytes: new Uint8Array() },
  },
  'succeeded, one row': { counts: someCounts({ read: 1, created: 1 }) },
  'partly succeeded': {
    status: 'partly_succeeded',
    counts: someCounts({ read: 1000, created: 400, updated: 99, skipped: 1, filtered: 19, failed: 481 }),
    files: { result },
    problems,
    problemsInAll: 481,
    notes,
    profile: 'members',
  },
  'rejected, rows with errors': {
    status: 'rejected',
    counts: someCounts(stopped),
    files: { result },
    problems,
    problemsInAll: 500,
    calls: { dryRuns: 62, furtherDryRuns: 60, imports: 0 },
    wereDryRuns: true,
  },
  'rejected, all rows with errors': {
    status: 'rejected',
    counts: someCounts({ read: 3, failed: 3 }),
    problems: [{ reason: says(reasonOf('lookup_blank'), 'E-mail'), rows: 3, firstRows: [2, 3, 4] }],
    problemsInAll: 3,
    importIds: [],
  },
  'rejected, not readable': {
    status: 'rejected',
    counts: someCounts(),
    reason: new SheetError(archive).message,
    files: {},
    importIds: [],
    schema: undefined,
    lookup: undefined,
  },
  'rejected, for its columns': {
    status: 'rejected',
    counts: someCounts(),
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
    files: {},
    importIds: [],
  },
  'rejected, with a proposed profile': {
    status: 'rejected',
    consoleUrl,
    counts: someCounts(),
    reason: says(
      reasonOf('unknown_columns', {
        which: 'These columns are not fields',
        schema: 'client',
        columns: '"Vorname" (near: name), "Nachname" (near: name), "Fax", "Notiz"',
        fields: 'id, name, email, cellPhone, homePhone, workPhone',
      }),
    ),
    reasonCodes: ['unknown_columns'],
    proposal: ['"Vorname" + "Nachname" → name (likely): German', 'Ignored: "Fax", "Notiz"'],
    files: {},
    importIds: [],
  },
  'rejected by the service': {
    status: 'rejected',
    counts: someCounts({ read: 499, notAttempted: 499 }),
    notAttemptedFor: [
      {
        reason: says(reasonOf('batch_refused', { text: 'The list is closed.' })),
        rows: 499,
        firstRows: [3, 4, 5],
      },
    ],
    reason: says(
      reasonOf('batch_not_passed', {
        batch: 1,
        why: 'the service refused the batch without naming a row',
      }),
    ),
    reasonCodes: ['batch_not_passed'],
  },
  failed: {
    status: 'failed',
    counts: someCounts({ read: 1000, created: 950, notAttempted: 50 }),
    reason: 'The service refused the token. Ask its administrators for a new one.',
    files: { result },
  },
  'needs a decision': {
    status: 'needs_decision',
    counts: someCounts({ read: 1000, created: 500, unknown: 500 }),
    toDecide: decide,
    files: { result },
    finishedAt: undefined,
  },
  'needs a decision, reminder': {
    status: 'needs_decision',
    counts: someCounts({ read: 2, created: 1, unknown: 1 }),
    toDecide: decide,
    reminder: 2,
    finishedAt: undefined,
  },
  'waits for approval': {
    status: 'awaiting_approval',
    importedBefore: { lines: before, more: 2 },
    consoleUrl,
    counts: someCounts({ read: 14, created: 8, updated: 3, deleted: 2, filtered: 1 }),
    reason: says(
      reasonOf('too_many_deleted', { counted: '2 of 13 records', most: 'the profile allows none' }),
    ),
    approval: approve,
    files: { result, plan: linked('plan of new clients.csv') },
    wereDryRuns: true,
    finishedAt: undefined,
  },
  'waits for approval, reminder': {
    status: 'awaiting_approval',
    counts: someCounts({ read: 1, deleted: 1 }),
    approval: approve,
    files: { plan: { place: `s3://files/runs/${run}/results/plan of new clients.csv` } },
    reminder: 1,
    finishedAt: undefined,
  },
  duplicate: {
    status: 'duplicate',
    counts: someCounts(),
    importedBefore: { lines: before.slice(0, 1), more: 0 },
    again: 'npx sluice drop "new clients.csv" --schema client --lookup email --again',
    files: {},
    importIds: [],
  },
  superseded: {
    status: 'superseded',
    counts: someCounts({ read: 2, notAttempted: 2 }),
    reason: says(reasonOf('newer_version', { run: 'zzzzzzzz234567abcdefgh2345' })),
    files: {},
    importIds: [],
  },
  cancelled: {
    status: 'cancelled',
    counts: someCounts({ read: 600, created: 100, unknown: 500 }),
    reason: says(
      reasonOf('run_cancelled', {
        by: 'ana',
        when: 'while importing',
        sent: '2 of 3 batches had been sent, and the outcome of 500 of their rows is unknown; the others were not.',
      }),
    ),
    files: { result },
  },
  undone: {
    status: 'undone',
    undo: { reversed: 988, kept: 2, failed: 0, by: 'ana' },
    files: { result, undoReport: linked('undo of new clients.csv') },
  },
  'undone by an operator': {
    reverts: [
      'Import import-2 of batch 2 was reverted by ana: 390 records undone, 0 kept because somebody changed them since, 0 failed.',
    ],
  },
  'with a late import': { late: ['Import import-9 of batch 2 was reported late: success'] },
};

const wrong = someStep('Clients', {
  status: 'failed',
  counts: { read: 300, failed: 2, notAttempted: 298 },
  reason: 'Its run was rejected.',
  runs: [
    {
      runId: 'clients234567abcdefghijklm',
      fileName: 'clients.csv',
      status: 'rejected',
      result: linked('clients.csv', 'clients234567abcdefghijklm'),
      refused: {
        problems: [
          { reason: says(reasonOf('lookup_blank'), 'E-mail'), rows: 1, firstRows: [17] },
          {
            reason: says(
              reasonOf('reference_unknown', {
                target: 'role',
                which: '',
                ways: 'the id or the name',
              }),
              'Roles',
            ),
            rows: 1,
            firstRows: [21],
          },
        ],
        problemsInAll: 2,
        notAttemptedFor: [],
      },
      warnings,
    },
  ],
});
const clients = someStep('Clients');
const notStarted = { status: 'waiting', counts: {}, runs: [] };
const atThird = {
  steps: [
    someStep('Roles'),
    someStep('Lists'),
    wrong,
    someStep('Visits', notStarted),
    someStep('Payments', notStarted),
  ],
  failedStep: 3,
  repair: [
    ['Save the file, to correct it', 'npx sluice run clients234567abcdefghijklm --original clients.csv'],
    ['Start it again with what you corrected', 'npx sluice migrate nightly --data clients.csv'],
  ],
} as const;
const undo = { by: 'ana', counts: { reversed: 351, kept: 2 } };

const migrations = {
  succeeded: {},
  'dry run': { dryRun: true, repair: [['Import it', 'npx sluice migrate nightly']] },
  partly: { ...atThird, status: 'partly' },
  failed: { ...atThird, status: 'failed' },
  'failed before its first step': {
    status: 'failed',
    steps: [],
    reason: 'The file of the migration is not there any more.',
  },
  'failed and undone': { ...atThird, status: 'failed_and_undone', undo: { ...undo, by: 'this migration' } },
  'needs a decision': {
    status: 'running',
    consoleUrl,
    waiting: ['clients234567abcdefghijklm'],
    finishedAt: undefined,
  },
  undone: {
    status: 'undone',
    undo,
    steps: [someStep('Roles'), { ...clients, runs: clients.runs.map((run) => ({ ...run, notUndone: 2 })) }],
  },
  skipped: {
    status: 'skipped',
    steps: [],
    repair: [['Start it now', 'npx sluice migrate nightly']],
    reason: 'Its start before this one was not finished.',
    upcoming: { isPaused: false, at: '2026-11-23T01:30:00.000Z' },
  },
  'skipped while paused': {
    status: 'skipped',
    steps: [],
    repair: [
      ['Resume its schedule', 'npx sluice migrations resume nightly'],
      ['Start it now', 'npx sluice migrate nightly'],
    ],
    reason: 'It was paused. If it is resumed before 2026-11-23 01:30:00 UTC, it starts then.',
    upcoming: { isPaused: true },
  },
  'too late': {
    status: 'tooLate',
    steps: [],
    repair: [['Start it now', 'npx sluice migrate nightly']],
    reason: 'It may start within 2 hours of its time.',
  },
  cancelled: {
    ...atThird,
    status: 'cancelled',
    failedStep: undefined,
    repair: [],
    reason: says(
      reasonOf('run_cancelled', {
        by: 'ana',
        when: 'while importing',
        sent: '2 of 3 batches had been sent, and the outcome of 500 of their rows is unknown; the others were not.',
      }),
    ),
  },
} as const;

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
  ...Object.entries(runs).map(([name, facts]) => [`run ${name}`, composeRunMail(someRun(facts))] as const),
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
