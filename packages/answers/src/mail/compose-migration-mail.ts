import { consolePages, linkToPage } from './console-pages.ts';
import {
  actions,
  facts,
  line,
  list,
  nextStep,
  paragraph,
  undoBlock,
  mostListed,
  type Action,
  type Block,
} from './letter.ts';
import type { Mail } from './mail.ts';
import { mailOf } from './mail-of.ts';
import { linksOpen } from './mailed-file.ts';
import type { MigrationFacts, StepFacts, StepRunFacts } from './migration-facts.ts';
import { migrationEnding } from './migration-endings.ts';
import { reasonLine, reasonList } from './reason-list.ts';
import { counted, nameInSubject, number, oneLine, rows, shellWord, time } from '@sluice/contract/words';

const idInSubject = 8;

/** The mail of a migration that ended or waits for a person: what happened, what to do next, and each step. */
export function composeMigrationMail(about: MigrationFacts): Mail {
  const { name, migrationId, steps, undo } = about;
  const { headline, opening, next } = migrationEnding(about);
  const runs = steps.flatMap((step) => step.runs);
  return mailOf({
    subject: `Migration ${name}: ${headline} (${migrationId.slice(0, idInSubject)})`,
    blocks: [
      ...paragraph(opening),
      ...paragraph(about.reason),
      ...undoBlock(undo?.counts),
      ...runs.flatMap(problemBlocks),
      ...nextStep(next),
      ...actions('Commands', answersOf(about)),
      ...list('Steps', steps.map(stepLine)),
      ...actions('Files and history', filesOf(about)),
      ...linksOpen(runs.map(({ result }) => result)),
      ...list(
        'Warnings',
        runs.flatMap(({ fileName, warnings = [] }) => warnings.map((text) => line(`${fileName}: ${text}`))),
      ),
      facts('The migration', [
        ['name', name],
        ['due', time(about.scheduledAt)],
        ['started by', about.startedBy],
        ['definition uploaded by', about.definedBy],
        ['undone by', undo?.by],
        ['began', about.startedAt && time(about.startedAt)],
        ['ended', about.finishedAt && time(about.finishedAt)],
        ['id', migrationId],
      ]),
    ],
  });
}

/** Why a file of a step did not land whole. */
function problemBlocks({ fileName, sheet, reason, refused }: StepRunFacts): Block[] {
  const file = `${fileName}${sheet === undefined ? '' : `, sheet ${sheet}`}`;
  const { problems = [], problemsInAll = 0, notAttemptedFor = [] } = refused ?? {};
  return [
    ...paragraph(reason && line(`${file}: ${reason}`)),
    ...reasonList(line(`What to correct in ${file}`), problems, problemsInAll),
    ...list(line(`Why rows of ${file} without errors were not written`), notAttemptedFor.map(reasonLine)),
  ];
}

function answersOf({ repair = [], waiting = [], steps, consoleUrl }: MigrationFacts): Action[] {
  const undone = steps.flatMap(({ runs }) => runs).filter(({ notUndone = 0 }) => notUndone > 0);
  return [
    ...undone.slice(0, mostListed).map(({ runId, fileName, notUndone = 0 }) => ({
      label: line(
        `The ${counted(notUndone, 'record')} of ${fileName} that ${notUndone === 1 ? 'was' : 'were'} not undone`,
      ),
      command: `npx sluice undo ${runId} --report ${shellWord(`undo of ${fileName}`)}`,
    })),
    ...waiting.map((runId) => ({
      label: 'This run waits for you',
      link: linkToPage(consoleUrl, consolePages.run(runId)),
      command: `npx sluice run ${runId}`,
    })),
    ...repair.map(([label, command]) => ({ label, command })),
  ];
}

/** The file of each run, then the migration itself. */
function filesOf({ migrationId, steps, consoleUrl }: MigrationFacts): Action[] {
  const files = steps.flatMap(({ runs }, at) =>
    runs.map(({ runId, fileName, status, result }) => ({
      label: line(`Step ${at + 1}, ${fileName}: ${runWords[status] ?? status}`),
      link: result?.link?.url,
      command: `npx sluice run ${runId}${result === undefined ? '' : ` --result ${shellWord(`result of ${fileName}`)}`}`,
    })),
  );
  return [
    ...files.slice(0, mostListed),
    {
      label: 'The migration, with its history',
      link: linkToPage(consoleUrl, consolePages.migration(migrationId)),
      command: `npx sluice migrations ${migrationId}`,
    },
  ];
}

const runWords: Readonly<Record<string, string>> = {
  partly_succeeded: 'partly imported',
  rejected: 'nothing was imported',
  needs_decision: 'waits for a decision',
  awaiting_approval: 'waits for approval',
  duplicate: 'imported before',
  superseded: 'a newer version was imported',
};

const stepWords: Readonly<Record<string, string>> = {
  waiting: 'not started',
  running: 'under way',
  partly: 'partly imported',
  empty: 'no file, which is allowed',
};

const countWords: Readonly<Record<string, string>> = {
  landed: 'written',
  filtered: 'left out by the profile',
  failed: 'with errors',
  notAttempted: 'not written',
};

function stepLine({ title, source, status, counts = {}, reason }: StepFacts, at: number): string {
  const { read = 0, ...outcomes } = counts;
  const shown = Object.entries(outcomes).filter(([, n]) => n > 0);
  const ended = shown.map(([what, n]) => `, ${number(n)} ${countWords[what] ?? what}`).join('');
  return line(
    [
      `Step ${at + 1}, ${oneLine(title)}${source === title ? '' : ` (${source})`}: ${stepWords[status] ?? status}.`,
      ...(read === 0 ? [] : [`${rows(read)} read${ended}.`]),
      ...(reason === undefined ? [] : [reason]),
    ].join(' '),
  );
}

/** The mail about a migration whose file cannot be used: where it is wrong, and what was expected. */
export function composeRefusedMigrationMail({ name, why }: { name: string; why: string }): Mail {
  return mailOf({
    subject: `Migration ${nameInSubject(name)}: its file cannot be used`,
    blocks: [
      ...paragraph(
        'The file of this migration cannot be used. It has no schedule until the file is correct.',
      ),
      ...paragraph(why),
      ...nextStep('correct the file and upload it again.'),
      ...actions('Links and commands', [
        { label: 'Upload the corrected file', command: `npx sluice schedule ${shellWord(`${name}.json`)}` },
      ]),
    ],
  });
}
