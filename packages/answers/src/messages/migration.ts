import { counted, number, oneLine, time, were } from '@sluice/contract/words';
import type { MigrationStatus, StepStatus } from '@sluice/ledger/migrations';
import type { RunStatus } from '@sluice/ledger';
import { run } from './run.ts';

const named = (title: string): string => (title === '' ? '' : ` (${oneLine(title)})`);

/** What is said of a start of a migration. */
export const migration = {
  /** In lists. */
  status: {
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
  } satisfies Record<MigrationStatus, string>,
  dryRun: (status: string) => `${status} (dry run)`,
  dryRunPassed: 'dry run passed',
  dryRunFailed: 'dry run failed',

  /** The answer, without the name of the migration. */
  answer: {
    planned: 'waits for its turn.',
    running: 'is under way.',
    undoing: 'is being undone.',
    succeeded: 'succeeded in every step.',
    partly: (step: string) => `imported only some rows${step}.`,
    failed: (step: string) => `failed${step}.`,
    failed_and_undone: (step: string) => `failed${step}. What it had written was undone.`,
    undone: 'was undone.',
    skipped: 'was skipped. Nothing was written.',
    tooLate: 'was not started, since it was too late. Nothing was written.',
    cancelled: 'was cancelled.',
    waits: (runs: number) => `waits for your decision on ${runs === 1 ? 'a run' : `${number(runs)} runs`}.`,
  } satisfies Record<MigrationStatus | 'waits', unknown>,
  answerOf: (name: string, answer: string) => `Migration ${name} ${answer}`,
  dryRunOf: (answer: string) => `This was a dry run: nothing was written. ${answer}`,
  undoneCounts: run.answer.undoneCounts,
  /** Which step failed, or lacks rows. */
  atStep: (step: number, all: number, title: string) => ` at step ${step} of ${all}${named(title)}`,
  stepFailed: (step: number, all: number, title: string) => `step ${step} of ${all}${named(title)} failed`,
  stepLacks: (step: number, all: number, title: string) => `step ${step} of ${all}${named(title)} lacks some`,
  notStarted: (steps: number) => `, and ${counted(steps, 'step')} after it did not start`,

  step: {
    waiting: 'waiting',
    running: 'under way',
    succeeded: 'succeeded',
    passed: 'passed',
    partly: 'partly imported',
    failed: 'failed',
    empty: 'no file, which is allowed',
  } satisfies Record<StepStatus, string>,
  stepNotStarted: 'not started',
  stepNamed: (step: number, title: string) => `Step ${step}, ${title}`,
  /** A step, or a run of it. */
  ofStep: (step: number, title: string, what: string) => `Step ${step}, ${title}: ${what}`,
  titleOf: (title: string, source: string) => (title === source ? title : `${oneLine(title)} (${source})`),
  stepCounts: (status: string, counts: string) =>
    [`${status}.`, ...(counts === '' ? [] : [`${counts}.`])].join(' '),
  run: {
    ...run.status,
    partly_succeeded: 'partly imported',
    rejected: 'nothing was imported',
    needs_decision: 'waits for a decision',
    awaiting_approval: 'waits for approval',
    duplicate: 'imported before',
    superseded: 'a newer version was imported',
  } satisfies Record<RunStatus, string>,
  passed: 'passed',
  notPassed: 'not passed',
  /** A file, or where the files of a step are. */
  file: (name: string, sheet: string | undefined) => (sheet === undefined ? name : `${name}, sheet ${sheet}`),
  fileWarning: (name: string, warning: string) => `${name}: ${warning}`,
  more: run.more,

  title: {
    problems: (file: string) => `What to correct in ${file}`,
    notAttempted: (file: string) => `Why rows of ${file} without errors were not written`,
    commands: 'Commands',
    steps: 'Steps',
    files: 'Files and history',
    warnings: 'Warnings',
    migration: 'The migration',
  },
  fact: {
    name: 'name',
    due: 'due',
    startedBy: 'started by',
    definedBy: 'definition uploaded by',
    undoneBy: 'undone by',
    started: 'started',
    ended: 'ended',
    mail: 'e-mail',
    id: 'id',
  },
  act: {
    notUndone: (records: number, file: string) =>
      `The ${counted(records, 'record')} of ${file} that ${were(records)} not undone`,
    waits: 'This run waits for you',
    history: 'The migration, with its history',
    resume: 'Resume its schedule',
    startNow: 'Start it now',
    startAgain: 'Start it again',
    start: 'Start it',
    correctDefinition: 'Correct the definition, and upload it',
    saveOriginal: 'Save the file, to correct it',
    startCorrected: 'Start it again with what you corrected',
    correctPlace: (place: string) => `Correct ${place}, then start it again`,
    import: 'Import it',
    removeDryRun: 'Remove "dryRun" from its file, and upload it',
    undo: 'Undo what it wrote',
  },
};

/** What only the mail of a migration says. */
export const migrationMail = {
  subject: (name: string, headline: string, id: string) => `Migration ${name}: ${headline} (${id})`,
  headline: {
    planned: 'planned',
    running: 'running',
    undoing: 'undoing',
    succeeded: 'every step succeeded',
    partly: (step: string) => `only some rows were imported${step}`,
    failed: (step: string) => `failed${step}`,
    failed_and_undone: (step: string) => `failed${step} and was undone`,
    undone: (left: number) => (left === 0 ? 'undone' : `undone, but for ${counted(left, 'record')}`),
    skipped: 'skipped',
    tooLate: 'not started, it was too late',
    cancelled: 'cancelled',
    waits: 'needs your decision',
  } satisfies Record<MigrationStatus | 'waits', unknown>,
  dryRun: (headline: string) => `dry run, nothing was written: ${headline}`,
  next: {
    nothing: 'nothing.',
    import: (commands: number) =>
      `to import the rows, use the ${commands === 1 ? 'command below' : 'commands below in their order'}.`,
    repair: (commands: number) =>
      commands === 0
        ? 'correct what is wrong, then start the migration again.'
        : 'correct what is wrong, then use the commands below in their order.',
    undoneInPart: 'find the other records in the undo reports, and change them by hand if needed.',
    resume: 'resume it, if its schedule is to start it again.',
    startByHand: 'start it by the command below, if it is still wanted.',
    startsAgain: (at: string) =>
      `nothing. It starts again at ${time(at)}. To start it before, use the command below.`,
    cancelled: 'nothing. What it had written before stays.',
    decide: 'decide on each run below. Then the migration continues.',
  },
  refused: {
    subject: (name: string) => `Migration ${name}: its file cannot be used`,
    answer: 'The file of this migration cannot be used. It has no schedule until the file is correct.',
    next: 'correct the file and upload it again.',
    actions: 'Links and commands',
    upload: 'Upload the corrected file',
  },
};

export type MigrationMessages = typeof migration;
