import { isMigrationEnded, type MigrationStatus, type StepStatus } from '@sluice/migrations';
import { commandLine } from '../io/shell.ts';
import { time } from '@sluice/mail/words';
import { printable, type Lines } from './columns.ts';
import type { MigrationJson } from './migration-json.ts';
import { countsText } from './row-counts.ts';
import { undoneText } from './run-answer.ts';
import { mailEventsText } from './run-details.ts';

/** One start of a migration in full: each step with its counts and runs. */
export function migrationText(start: MigrationJson): Lines {
  const { name, migrationId, status, dryRun, scheduledAt, startedBy, reason, steps, undo } = start;
  const troubles = mailEventsText(start.mailEvents ?? []);
  const stepCounts = (counts: Readonly<Record<string, number>>) =>
    countsText(counts, dryRun ? 'passed' : undefined);
  const lines = [
    `${printable(name)}: ${migrationStatusText({ status, dryRun })}`,
    `  id ${migrationId}, due ${time(scheduledAt)}, started by ${printable(startedBy)}`,
    ...(reason === undefined ? [] : [`  ${printable(reason)}`]),
    ...(undo?.counts === undefined ? [] : [`  ${undoneText(undo.counts)}`]),
    ...steps.flatMap((step) => [
      `  step ${step.number}: ${printable(step.name ?? step.source ?? '')}: ${stepText(step.status, status)}${step.counts === undefined ? '' : ` (${stepCounts(step.counts)})`}`,
      ...(step.reason === undefined ? [] : [`    ${printable(step.reason)}`]),
      ...step.runIds.map((runId) => `    ${commandLine('run', runId)}`),
    ]),
    ...(troubles.length === 0 ? [] : ['  its mail:', ...troubles]),
  ];
  return lines;
}

/** The status of a start, as lists show it. */
export function migrationStatusText({ status, dryRun }: Pick<MigrationJson, 'status' | 'dryRun'>): string {
  if (!dryRun) return words[status];
  return dryRunWords[status] ?? `${words[status]} (dry run)`;
}

const words: Readonly<Record<MigrationStatus, string>> = {
  planned: 'planned',
  running: 'running',
  succeeded: 'succeeded',
  partly: 'partly imported',
  failed: 'failed',
  undoing: 'undoing',
  undone: 'undone',
  failed_and_undone: 'failed and undone',
  skipped: 'skipped',
  tooLate: 'too late',
  cancelled: 'cancelled',
};
const dryRunWords: Readonly<Partial<Record<MigrationStatus, string>>> = {
  succeeded: 'dry run passed',
  failed: 'dry run failed',
};

/** A step that still waits when the migration has ended was never begun. */
function stepText(step: StepStatus, migration: MigrationStatus): string {
  return step === 'waiting' && isMigrationEnded(migration) ? 'not begun' : step;
}
