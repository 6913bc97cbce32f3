import { fileNameIn, shellWord } from '@sluice/contract/words';
import type { Action } from '../blocks/blocks.ts';
import { migration as english, type MigrationMessages } from '../messages/migration.ts';
import { stepToRepair } from './answer.ts';
import type { MigrationFacts, StepRunFacts } from './facts.ts';

type Says = MigrationMessages['act'];

/** A mail with more commands is no help. */
const mostFiles = 3;

/** What to do about a migration that has ended: each command as it can be pasted, in order. */
export function repairActions(about: MigrationFacts, { act: says }: MigrationMessages = english): Action[] {
  const { name, status, dryRun } = about.migration;
  const migrate = `npx sluice migrate ${shellWord(name)}`;
  const again = dryRun ? `${migrate} --dry-run` : migrate;
  switch (status) {
    case 'succeeded':
      return dryRun ? importActions(about, migrate, says) : [];
    case 'skipped':
    case 'tooLate':
      return [
        ...(about.upcoming?.isPaused
          ? [{ label: says.resume, command: `npx sluice migrations resume ${shellWord(name)}` }]
          : []),
        { label: says.startNow, command: again },
      ];
    case 'cancelled':
      return [{ label: says.startAgain, command: again }, ...undoOf(about, says)];
    case 'failed':
    case 'failed_and_undone':
    case 'partly':
      return [...corrections(about, again, says), ...(status === 'partly' ? undoOf(about, says) : [])];
    default:
      return [];
  }
}

function corrections({ migration, definition, runs }: MigrationFacts, again: string, says: Says): Action[] {
  const { name, steps } = migration;
  if (steps.length === 0)
    return [
      { label: says.correctDefinition, command: scheduleCommand(name) },
      { label: says.start, command: `npx sluice migrate ${shellWord(name)}` },
    ];
  const at = stepToRepair(migration);
  const source = steps[at]?.source ?? '';
  const bucket = definition?.steps[at]?.bucket;
  const bad = (runs?.[at] ?? []).filter(({ hasFailed }) => hasFailed).slice(0, mostFiles);
  const isFile = source !== '' && !source.endsWith('/');
  const files =
    bad.length > 0
      ? bad.map(({ fileName }) => shellWord(fileName))
      : isFile
        ? [shellWord(fileNameIn(source))]
        : [];
  const start =
    bucket === undefined && files.length > 0
      ? { label: says.startCorrected, command: `${again} --data ${files.join(' ')}` }
      : { label: says.correctPlace(`s3://${bucket ?? 'the drop bucket'}/${source}`), command: again };
  return [...bad.map((run) => saveOriginal(run, says)), start];
}

/** A start of a migration whose file says `dryRun` is always one. */
function importActions(
  { migration: { name }, definition }: MigrationFacts,
  migrate: string,
  says: Says,
): Action[] {
  const start = { label: says.import, command: migrate };
  if (definition?.dryRun !== true) return [start];
  return [{ label: says.removeDryRun, command: scheduleCommand(name) }, start];
}

const scheduleCommand = (name: string): string => `npx sluice schedule ${shellWord(`${name}.json`)}`;

const saveOriginal = ({ runId, fileName }: StepRunFacts, says: Says): Action => ({
  label: says.saveOriginal,
  command: `npx sluice run ${runId} --original ${shellWord(fileName)}`,
});

/** A dry run wrote nothing. */
const undoOf = ({ migration: { migrationId, dryRun } }: MigrationFacts, says: Says): Action[] =>
  dryRun ? [] : [{ label: says.undo, command: `npx sluice migrate ${migrationId} --undo` }];
