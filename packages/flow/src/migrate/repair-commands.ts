import { shellWord } from '@sluice/contract/words';
import type { MigrationFacts, StepRunFacts } from '@sluice/answers';
import type { MigrationRun } from '@sluice/ledger/migrations';

type Repair = NonNullable<MigrationFacts['repair']>;

/** A mail with more commands is no help. */
const mostFiles = 3;

/** What to do about a migration that has ended: each command as it can be pasted, in order. */
export function repairCommands(
  migration: MigrationRun,
  { steps, upcoming }: Pick<MigrationFacts, 'steps' | 'upcoming'>,
): Repair {
  const { name, status, dryRun, definition } = migration;
  const migrate = `npx sluice migrate ${name}`;
  const again = dryRun ? `${migrate} --dry-run` : migrate;
  if (status === 'succeeded') return dryRun ? importCommands(migration, migrate) : [];
  if (status === 'skipped' || status === 'tooLate')
    return upcoming?.isPaused
      ? [
          ['Resume its schedule', `npx sluice migrations resume ${name}`],
          ['Start it now', again],
        ]
      : [['Start it now', again]];
  if (status === 'cancelled') return [['Start it again', again], ...undoOf(migration)];
  if (!['failed', 'failed_and_undone', 'partly'].includes(status)) return [];
  if (definition === undefined)
    return [
      ['Correct the definition, and upload it', `npx sluice schedule ${name}.json`],
      ['Start it', `npx sluice migrate ${name}`],
    ];
  const at = stepToRepair(migration);
  const { file, prefix = '', bucket } = definition.steps[at] ?? {};
  const undo = status === 'partly' ? undoOf(migration) : [];
  const bad = (steps[at]?.runs ?? []).filter(({ hasFailed }) => hasFailed).slice(0, mostFiles);
  const files =
    bad.length > 0 ? bad.map(({ fileName }) => fileName) : file === undefined ? [] : [baseOf(file)];
  const place = `s3://${bucket ?? 'the drop bucket'}/${file ?? prefix}`;
  const start: Repair =
    bucket === undefined && files.length > 0
      ? [['Start it again with what you corrected', `${again} --data ${files.map(shellWord).join(' ')}`]]
      : [[`Correct ${place}, then start it again`, again]];
  return [...bad.map(saveOriginal), ...start, ...undo];
}

/** A start of a migration whose file says `dryRun` is always one. */
function importCommands({ name, definition }: MigrationRun, migrate: string): Repair {
  const start = ['Import it', migrate] as const;
  if (definition?.dryRun !== true) return [start];
  return [['Remove "dryRun" from its file, and upload it', `npx sluice schedule ${name}.json`], start];
}

/** The first step that failed, or else the first that landed only in part. */
export function stepToRepair({ steps }: Pick<MigrationRun, 'steps'>): number {
  const failed = steps.findIndex(({ status }) => status === 'failed');
  return failed < 0 ? steps.findIndex(({ status }) => status === 'partly') : failed;
}

const saveOriginal = ({ runId, fileName }: StepRunFacts) =>
  ['Save the file, to correct it', `npx sluice run ${runId} --original ${shellWord(fileName)}`] as const;

/** A dry run wrote nothing. */
const undoOf = ({ migrationId, dryRun }: Pick<MigrationRun, 'migrationId' | 'dryRun'>): Repair =>
  dryRun ? [] : [['Undo what it wrote', `npx sluice migrate ${migrationId} --undo`]];

const baseOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
