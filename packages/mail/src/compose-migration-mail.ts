import { count, facts, line, list, mailOf, paragraph, undoBlock, type Block, type Fact } from './letter.ts';
import type { Mail } from './mail.ts';
import { linksOpen, type MailedFile } from './mailed-file.ts';
import type { RunFacts } from './run-facts.ts';
import { nameInSubject, oneLine, time } from './words.ts';

/** What the mail of one migration contains. */
export interface MigrationFacts {
  readonly migrationId: string;
  readonly name: string;
  readonly status: string;
  readonly scheduledAt: string;
  readonly startedBy: string;
  readonly dryRun: boolean;
  readonly reason?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
  readonly steps: readonly StepFacts[];
  /** The runs that wait for a person, while the migration waits for them. */
  readonly waiting?: readonly string[] | undefined;
  readonly undo?: { readonly by: string; readonly counts: Readonly<Record<string, number>> } | undefined;
  /** The number of the first step that failed, from 1. */
  readonly failedStep?: number | undefined;
  /** What repairs it: what each command does, and the command as it can be pasted. */
  readonly repair?: readonly (readonly [what: string, command: string])[] | undefined;
}

export interface StepFacts {
  /** The name of the step, or where its files are. */
  readonly title: string;
  readonly source: string;
  readonly status: string;
  readonly counts?: Readonly<Record<string, number>> | undefined;
  readonly reason?: string | undefined;
  readonly runs: readonly StepRunFacts[];
}

export interface StepRunFacts {
  readonly runId: string;
  readonly fileName: string;
  /** That of the run; in a dry run `passed` or `not passed`. */
  readonly status: string;
  /** Whether its file or its rows are to be corrected. */
  readonly hasFailed?: boolean | undefined;
  /** Why it ended like this, in a sentence. */
  readonly reason?: string | undefined;
  /** Signs of a mistake in rows that are each right, in sentences. */
  readonly warnings?: readonly string[] | undefined;
  /** The rows that did not land; absent if all did. */
  readonly refused?: RefusedRows | undefined;
  readonly result?: MailedFile | undefined;
}

/** What a run of a migration reports of the rows that did not land. */
export type RefusedRows = Required<
  Pick<RunFacts, 'problems' | 'problemsInAll' | 'refusedFor' | 'notAttemptedFor'>
>;

const idInSubject = 8;

const headlines: Readonly<Record<string, string>> = {
  succeeded: 'every step succeeded',
  partly: 'only a part of it was imported',
  failed: 'it failed',
  undone: 'it was undone',
  failed_and_undone: 'a step failed, and everything was undone',
  skipped: 'it was skipped',
  tooLate: 'it was too late to start',
  cancelled: 'it was cancelled',
};

/** The mail of a migration that ended or waits for a person: each step with its counts, and where to look. */
export function composeMigrationMail(about: MigrationFacts): Mail {
  const { name, migrationId, status, waiting = [], dryRun, undo } = about;
  const ending = `${dryRun ? 'dry run, nothing was written: ' : ''}${headlines[status] ?? status}`;
  const headline = about.waiting === undefined ? ending : 'it needs your decision';
  return mailOf({
    subject: `Migration ${name}: ${headline} (${migrationId.slice(0, idInSubject)})`,
    blocks: [
      ...paragraph(`Migration ${name}: ${headline}.`),
      ...paragraph(about.reason && `The reason: ${about.reason}`),
      ...list(
        'It continues once you have decided on these runs',
        waiting.map((runId) => `npx sluice run ${runId}`),
      ),
      ...undoBlock(undo?.counts, 'failed; see the undo report of each run'),
      ...(about.repair?.length ? [facts('What to do next', about.repair)] : []),
      ...about.steps.flatMap(stepBlocks),
      facts('The migration', [
        ['name', name],
        ['due', time(about.scheduledAt)],
        ['started by', about.startedBy],
        ['undone by', undo?.by],
        ['began', about.startedAt && time(about.startedAt)],
        ['ended', about.finishedAt && time(about.finishedAt)],
        ['id', migrationId],
        linksOpen(about.steps.flatMap(({ runs }) => runs.map(({ result }) => result))),
      ]),
    ],
  });
}

const stepWords: Readonly<Record<string, string>> = {
  waiting: 'not started',
  running: 'under way',
  partly: 'partly imported',
  empty: 'no file, which is allowed',
};

function stepBlocks({ title, source, status, counts = {}, reason, runs }: StepFacts, at: number): Block[] {
  const known: Fact[] = [
    ...(source === title ? [] : [{ name: 'from', value: source }]),
    { name: 'ended', value: stepWords[status] ?? status },
    ...Object.entries(counts).flatMap(([name, n]) => (n === 0 ? [] : [count(name, n)])),
    ...(reason === undefined ? [] : [{ name: 'reason', value: reason }]),
  ];
  const lines = runs.map(({ runId, fileName, status: ended, result }) => ({
    text: line(`${fileName}: ${ended}, run ${runId}${result === undefined ? '' : `, ${result.place}`}`),
    link: result?.link?.url,
  }));
  return [
    { kind: 'facts', title: `Step ${at + 1}: ${oneLine(title)}`, facts: known },
    ...list(runs.length === 1 ? 'Its run' : 'Its runs', lines),
    ...runs.flatMap(({ fileName, refused, warnings = [] }) => [
      ...list(`Rows of ${oneLine(fileName)} to correct`, rowsOf(refused), refused?.problemsInAll),
      ...list(`Warnings about ${oneLine(fileName)}`, warnings.map(line)),
    ]),
  ];
}

const rowsOf = ({ problems }: Pick<RefusedRows, 'problems'> = { problems: [] }): string[] =>
  problems.map(({ row, expected }) => line(`Row ${row}: ${expected}`));

/** The mail about a migration whose file cannot be used: where it is wrong, and what was expected. */
export function composeRefusedMigrationMail({ name, why }: { name: string; why: string }): Mail {
  return mailOf({
    subject: `Migration ${nameInSubject(name)}: its file cannot be used`,
    blocks: [
      ...paragraph(why),
      ...paragraph('It has no schedule until the file is correct. Correct it and upload it again.'),
    ],
  });
}
