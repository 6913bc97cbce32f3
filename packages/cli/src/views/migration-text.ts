import { isMigrationEnded, type MigrationStatus, type StepStatus } from '@sluice/migrations';
import { number } from '@sluice/mail/words';
import { printable } from './columns.ts';
import type { MigrationJson } from './migration-json.ts';
import { mailEventsText } from './run-details.ts';

/** One start of a migration in full: each step with its counts and runs. */
export function migrationText(start: MigrationJson): string {
  const { name, migrationId, status, dryRun, scheduledAt, startedBy, reason, steps, undo } = start;
  const troubles = mailEventsText(start.mailEvents ?? []);
  const counted = ({ read = 0, ...counts }: Readonly<Record<string, number>>) =>
    Object.entries({ read, ...counts })
      .filter(([, count]) => count > 0)
      .map(
        ([kind, count]) =>
          `${number(count)} ${kind === 'notAttempted' ? (dryRun ? 'passed' : 'not written') : kind}`,
      )
      .join(', ');
  const lines = [
    `${printable(name)}: ${statusText({ status, dryRun })}`,
    `  id ${migrationId}, due ${scheduledAt}, started by ${printable(startedBy)}`,
    ...(reason === undefined ? [] : [`  ${printable(reason)}`]),
    ...(undo?.counts === undefined ? [] : [`  undone: ${counted(undo.counts) || 'nothing'}`]),
    ...steps.flatMap((step) => [
      `  step ${step.number}: ${printable(step.name ?? step.source ?? '')}: ${stepText(step.status, status)}${step.counts === undefined ? '' : ` (${counted(step.counts) || 'no rows'})`}`,
      ...(step.reason === undefined ? [] : [`    ${printable(step.reason)}`]),
      ...step.runIds.map((runId) => `    npx sluice run ${runId}`),
    ]),
    ...(troubles.length === 0 ? [] : ['  its mail:', ...troubles]),
  ];
  return lines.join('\n');
}

/** The status of a start, as lists show it. */
export function statusText({ status, dryRun }: Pick<MigrationJson, 'status' | 'dryRun'>): string {
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
