import { definitionSchema, newMigration, type MigrationRun } from '@sluice/ledger/migrations';
import { expect, it } from 'vitest';
import { migrationView } from '@sluice/ledger/views';
import type { StepRunFacts } from './facts.ts';
import { repairActions } from './repair.ts';

const at = '2026-11-22T02:30:00.000Z';
const place = { file: 'migrations/people.csv', schema: 'client', lookup: 'email', ifEmpty: 'fail' };
const definitionOf = (step: object = {}) => definitionSchema.parse({ steps: [{ ...place, ...step }] });
const started = newMigration(
  {
    migrationId: 'm1',
    name: 'nightly',
    scheduledAt: at,
    startedBy: 'ana',
    definition: definitionOf(),
    dryRun: false,
    emails: [],
    execution: 'm1-1',
  },
  at,
);

const failed = { status: 'failed', steps: [{ status: 'failed', runIds: ['r1'] }] } as const;
const bad = { runId: 'r1', fileName: 'my people.csv', status: 'rejected', hasFailed: true } as const;
const good = { runId: 'r2', fileName: 'more.csv', status: 'succeeded', hasFailed: false } as const;
const save = `npx sluice run r1 --original "my people.csv"`;
const again = 'npx sluice migrate nightly --data "my people.csv"';
const undo = 'npx sluice migrate m1 --undo';
const definedAs = (step: object) => ({ definition: definitionOf(step) });

it.each<[string, Partial<MigrationRun>, readonly StepRunFacts[], readonly string[]]>([
  ['succeeded', { status: 'succeeded' }, [good], []],
  ['was undone by a person', { status: 'undone' }, [], []],
  ['passed its dry run', { status: 'succeeded', dryRun: true }, [good], ['npx sluice migrate nightly']],
  [
    'passed the dry run that its file asks for',
    {
      status: 'succeeded',
      dryRun: true,
      definition: definitionSchema.parse({ steps: [place], dryRun: true }),
    },
    [good],
    ['npx sluice schedule nightly.json', 'npx sluice migrate nightly'],
  ],
  [
    'was cancelled in its dry run',
    { status: 'cancelled', dryRun: true },
    [],
    [`npx sluice migrate nightly --dry-run`],
  ],
  ['failed', failed, [good, bad], [save, again]],
  [
    'failed its dry run',
    { ...failed, dryRun: true },
    [bad],
    [save, again.replace(' --data', ' --dry-run --data')],
  ],
  ['failed and was undone', { ...failed, status: 'failed_and_undone' }, [bad], [save, again]],
  ['landed in part', { ...failed, status: 'partly' }, [bad], [save, again, undo]],
  ['has no file for a step', failed, [], ['npx sluice migrate nightly --data people.csv']],
  [
    'has no file in a folder',
    { ...failed, ...definedAs({ file: undefined, prefix: 'migrations/a/' }) },
    [],
    ['npx sluice migrate nightly'],
  ],
  [
    'has its file in another bucket',
    { ...failed, ...definedAs({ bucket: 'exports' }) },
    [bad],
    [save, 'npx sluice migrate nightly'],
  ],
  [
    'has a wrong definition',
    { status: 'failed', definition: undefined, steps: [] },
    [],
    ['npx sluice schedule nightly.json', 'npx sluice migrate nightly'],
  ],
  [
    'was skipped while it was paused',
    { status: 'skipped' },
    [],
    ['npx sluice migrations resume nightly', 'npx sluice migrate nightly'],
  ],
  ['was too late', { status: 'tooLate' }, [], ['npx sluice migrate nightly']],
  ['was cancelled', { status: 'cancelled' }, [], ['npx sluice migrate nightly', undo]],
])('a migration that %s has these commands', (_what, changes, runs, commands) => {
  const migration: MigrationRun = { ...started, ...changes };
  const { definition } = migration;
  const upcoming = { isPaused: changes.status === 'skipped' };
  const told = repairActions({ migration: migrationView(migration), runs: [runs], definition, upcoming });
  expect(told.map(({ command }) => command)).toEqual(commands);
});
