import { countsText, undoneText } from '@sluice/answers/run';
import { migrationStatusText, stepText } from '@sluice/answers/migration';
import { dropperText } from '@sluice/ledger';
import { type MigrationJson } from '@sluice/ledger/views';
import { commandLine } from '../io/shell.ts';
import { time, printable } from '@sluice/contract/words';
import { inColumns, type Lines } from '../io/columns.ts';
import { mailEventsText } from './run-details.ts';

/** One start of a migration in full: each step with its counts and runs. */
export function migrationText(start: MigrationJson): Lines {
  const { name, migrationId, status, dryRun, scheduledAt, startedBy, reason, steps, undo } = start;
  const { definitionUpload } = start;
  const troubles = mailEventsText(start.mailEvents ?? []);
  const stepCounts = (counts: Readonly<Record<string, number>>) =>
    countsText(counts, dryRun ? 'passed' : undefined);
  const lines = [
    `${printable(name)}: ${migrationStatusText({ status, dryRun })}`,
    `  id ${migrationId}, due ${time(scheduledAt)}, started by ${printable(startedBy)}`,
    ...(definitionUpload
      ? [`  its definition was uploaded by ${printable(dropperText(definitionUpload))}`]
      : []),
    ...(reason === undefined ? [] : [`  ${printable(reason)}`]),
    ...(undo?.counts === undefined ? [] : [`  ${undoneText(undo.counts)}`]),
    ...steps.flatMap((step) => [
      `  step ${step.number}: ${printable(step.name ?? step.source ?? '')}: ${stepText(step.status, status)}${step.counts === undefined ? '' : ` (${stepCounts(step.counts)})`}`,
      ...(step.reason === undefined || reason?.endsWith(step.reason)
        ? []
        : [`    ${printable(step.reason)}`]),
      ...step.runIds.map((runId) => `    ${commandLine('run', runId)}`),
    ]),
    ...(troubles.length === 0 ? [] : ['  its mail:', ...troubles]),
    ...repairText(start),
  ];
  return lines;
}

const broken: readonly MigrationJson['status'][] = ['failed', 'partly', 'failed_and_undone'];

/** What repairs a start that did not land whole. Its mail has the names of the files too. */
function repairText({ name, migrationId, status, dryRun, steps }: MigrationJson): Lines {
  if (!broken.includes(status)) return [];
  const hasSteps = steps.length > 0;
  const repair = hasSteps
    ? commandLine('migrate', name, ...(dryRun ? ['--dry-run'] : []), '--data', 'FILE')
    : commandLine('schedule', `${name}.json`);
  const undo = ['Undo what it wrote:', commandLine('migrate', migrationId, '--undo')];
  return [
    '',
    ...inColumns([
      [hasSteps ? 'Correct the file, then:' : 'Correct its definition, then:', repair],
      ...(status === 'partly' && !dryRun ? [undo] : []),
    ]),
  ];
}
