import { isMigrationEnded } from '@sluice/ledger/migrations';
import type { MigrationJson } from '@sluice/ledger/views';
import type { MigrationMessages } from '../messages/migration.ts';
import type { MigrationFacts } from './facts.ts';

/** The first step that failed, or else the first that landed only in part; -1 if there is none. */
export function stepToRepair({
  steps,
}: {
  readonly steps: readonly Pick<MigrationJson['steps'][number], 'status'>[];
}): number {
  const failed = steps.findIndex(({ status }) => status === 'failed');
  return failed < 0 ? steps.findIndex(({ status }) => status === 'partly') : failed;
}

/** What happened: the first line of every answer about a start. */
export function migrationAnswer(about: MigrationFacts, says: MigrationMessages): string {
  const { migration, waiting } = about;
  const { name, status, dryRun } = migration;
  const answer = says.answerOf(
    name,
    waiting === undefined ? answerOf(migration, says) : says.answer.waits(waiting.length),
  );
  return dryRun && isMigrationEnded(status) ? says.dryRunOf(answer) : answer;
}

function answerOf(migration: MigrationJson, says: MigrationMessages): string {
  const { status } = migration;
  if (status === 'partly') return says.answer.partly(whichStep(migration, says, true));
  if (status === 'failed' || status === 'failed_and_undone')
    return says.answer[status](atStep(migration, says, true));
  return says.answer[status];
}

/** ` at step 3 of 5`, and in a text the name of the step. */
export function atStep(migration: MigrationJson, says: MigrationMessages, isNamed: boolean): string {
  const at = stepToRepair(migration);
  if (at < 0) return '';
  return says.atStep(at + 1, migration.steps.length, isNamed ? titleOf(migration.steps[at]) : '');
}

/** `, step 3 of 5 failed`, and in a text the name of the step, and how many others did not start. */
export function whichStep(migration: MigrationJson, says: MigrationMessages, isNamed: boolean): string {
  const at = stepToRepair(migration);
  const step = migration.steps[at];
  if (step === undefined) return '';
  const tell = step.status === 'failed' ? says.stepFailed : says.stepLacks;
  const which = tell(at + 1, migration.steps.length, isNamed ? titleOf(step) : '');
  const waiting = migration.steps.filter(({ status }) => status === 'waiting').length;
  return `${isNamed ? ':' : ','} ${which}${isNamed && waiting > 0 ? says.notStarted(waiting) : ''}`;
}

/** The name of the step, or where its files are. */
export const titleOf = (step: MigrationJson['steps'][number] | undefined): string =>
  step?.name ?? step?.source ?? '';
