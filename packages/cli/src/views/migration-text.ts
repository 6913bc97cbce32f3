import { isMigrationEnded, type MigrationStatus, type StepStatus } from '@sluice/migrations';
import { printable } from './columns.ts';
import type { MigrationJson } from './migration-json.ts';
import { mailEventsText } from './run-text.ts';

/** One start of a migration in full: each step with its counts and runs. */
export function migrationText(start: MigrationJson): string {
  const { name, migrationId, status, dryRun, scheduledAt, startedBy, reason, steps, undo } = start;
  const troubles = mailEventsText(start.mailEvents ?? []);
  const counted = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ');
  const lines = [
    `${printable(name)}: ${status}${dryRun ? ' (dry run, nothing was written)' : ''}`,
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

/** A step that still waits when the migration has ended was never begun. */
function stepText(step: StepStatus, migration: MigrationStatus): string {
  return step === 'waiting' && isMigrationEnded(migration) ? 'not begun' : step;
}
