import { progressStep, type ProgressStep } from '@sluice/answers/run';
import { migrationStatusText } from '@sluice/answers/migration';
import { mayHaveWritten } from '@sluice/ledger';
import { isMigrationEnded } from '@sluice/ledger/migrations';
import { CliError } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { printable } from '@sluice/contract/words';

import {
  isAtRest,
  migrationJsonSchema,
  type MigrationJson,
  type RunProgressJson,
} from '@sluice/ledger/views';
import { patiently } from './follow.ts';
import type { History } from './history.ts';

const pollMs = 1000;

/**
 * Follows a start of a migration until it has ended and its mail was sent: only then can it be acted on again.
 * @throws CliError `interrupted`
 */
export async function followMigration(
  migrationId: string,
  history: History,
  services: Services,
): Promise<MigrationJson> {
  const { now, sleep, signal, voice } = services;
  let answered = now().getTime();
  while (!signal.aborted) {
    const read = () => history.migrations(`/${migrationId}`, migrationJsonSchema);
    const migration = await patiently(read, now().getTime() - answered);
    if (typeof migration === 'object') {
      answered = now().getTime();
      const isNotified = migration.notice !== undefined && migration.notice.state !== 'intended';
      if (isMigrationEnded(migration.status) && isNotified) {
        voice.endProgress();
        return migration;
      }
      voice.progress(await progressOfMigration(migration, history, now()));
    }
    await sleep(pollMs);
  }
  voice.endProgress();
  throw new CliError(
    'interrupted',
    `No longer followed; the migration goes on. Follow it again with: ${commandLine('watch', migrationId)}`,
  );
}

/** Each step counts the same; the step under way by the run that it waits for. */
async function progressOfMigration(
  migration: MigrationJson,
  history: Pick<History, 'progress'>,
  now: Date,
): Promise<ProgressStep> {
  const { status, steps } = migration;
  if (status === 'planned') return { label: 'waiting for its turn', part: 0, detail: '' };
  if (status === 'undoing') return progressOfUndo(migration, history);
  if (isMigrationEnded(status))
    return { label: migrationStatusText(migration), part: 1, detail: 'its mail is on the way' };
  const at = steps.findIndex((step) => step.status === 'running');
  const step = steps[at];
  const ended = steps.filter((one) => !['waiting', 'running'].includes(one.status)).length;
  if (step === undefined)
    return { label: 'between two steps', part: ended / Math.max(1, steps.length), detail: '' };
  const runId = step.runIds.at(-1);
  const run = runId === undefined ? undefined : await history.progress(runId).catch(() => undefined);
  const progress = run && progressStep(run, { now });
  return {
    label: `step ${at + 1} of ${steps.length}, ${printable(step.name ?? step.source ?? '')}`,
    part: (ended + (progress?.part ?? 0)) / steps.length,
    detail: run && progress ? stepDetail(run, progress) : '',
  };
}

/** Runs are undone from the last to the first, so the first one of a step is its last to be undone. */
async function progressOfUndo(
  { steps }: MigrationJson,
  history: Pick<History, 'progress'>,
): Promise<ProgressStep> {
  let left = steps.length;
  for (; left > 0; left--) {
    const [runId] = steps[left - 1]?.runIds ?? [];
    const run = runId === undefined ? undefined : await history.progress(runId).catch(() => undefined);
    if (run !== undefined && run.status !== 'undone' && mayHaveWritten(run.status)) break;
  }
  const detail = left === 0 ? '' : `step ${left} of ${steps.length}`;
  return { label: 'undoing', part: 1 - (left + 1) / (steps.length + 1), detail };
}

function stepDetail(run: RunProgressJson, { label, detail }: ProgressStep): string {
  if (isAtRest(run) && run.finishedAt === null) return `${label}: ${commandLine('run', run.runId)}`;
  return [label, detail].filter((words) => words !== '').join(', ');
}
