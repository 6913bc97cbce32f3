import { reasonOf } from '@sluice/contract';
import { consoleUrl, linked, says, type someMigration, someStep, warnings } from './facts.ts';

const wrong = someStep('Clients', {
  status: 'failed',
  counts: { read: 300, failed: 2, notAttempted: 298 },
  reason: 'Its run was rejected.',
  runs: [
    {
      runId: 'clients234567abcdefghijklm',
      fileName: 'clients.csv',
      status: 'rejected',
      hasFailed: true,
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
const notStarted: Parameters<typeof someStep>[1] = { status: 'waiting', counts: {}, runs: [], runIds: [] };
const atThird = {
  steps: [
    someStep('Roles'),
    someStep('Lists'),
    wrong,
    someStep('Visits', notStarted),
    someStep('Payments', notStarted),
  ],
};
const undo = { by: 'ana', counts: { reversed: 351, kept: 2 } };

/** A start of each way to end. */
export const migrations: Readonly<Record<string, Parameters<typeof someMigration>[0]>> = {
  succeeded: {},
  'dry run': { dryRun: true },
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
    reason: 'Its start before this one was not finished.',
    upcoming: { isPaused: false, at: '2026-11-23T01:30:00.000Z' },
  },
  'skipped while paused': {
    status: 'skipped',
    steps: [],
    reason: 'It was paused. If it is resumed before 2026-11-23 01:30:00 UTC, it starts then.',
    upcoming: { isPaused: true },
  },
  'too late': {
    status: 'tooLate',
    steps: [],
    reason: 'It may start within 2 hours of its time.',
  },
  cancelled: {
    ...atThird,
    status: 'cancelled',
    reason: says(
      reasonOf('run_cancelled', {
        by: 'ana',
        when: 'while importing',
        sent: '2 of 3 batches had been sent, and the outcome of 500 of their rows is unknown; the others were not.',
      }),
    ),
  },
};
