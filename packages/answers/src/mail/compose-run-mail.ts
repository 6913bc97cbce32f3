import { consolePages, linkToPage } from './console-pages.ts';
import {
  actions,
  counts,
  facts,
  line,
  list,
  nextStep,
  paragraph,
  undoBlock,
  type Action,
  type Block,
} from './letter.ts';
import type { Mail } from './mail.ts';
import { mailOf } from './mail-of.ts';
import { linksOpen, openFile, type MailedFile } from './mailed-file.ts';
import { endingOf } from './run-endings.ts';
import { reasonLine, reasonList } from './reason-list.ts';
import { rowClasses, type RunFacts } from './run-facts.ts';
import { counted, nameInSubject, number, shellWord, time } from '@sluice/contract/words';

const idInSubject = 8;
const importsShown = 5;

/** The mail of a run: what happened to its rows, what to do next, and where to look. */
export function composeRunMail(about: RunFacts): Mail {
  const { headline, opening, next } = endingOf(about);
  const { runId, problems, problemsInAll, toDecide, undo, files = {} } = about;
  const name = nameInSubject(about.fileName) || 'A file without a name';
  const mail = mailOf({
    // With the id of the run, two mails of one run differ from mails of two runs.
    subject: `${name}: ${headline} (run ${runId.slice(0, idInSubject)})`,
    blocks: [
      ...paragraph(opening),
      ...paragraph(about.reason),
      ...undoBlock(undo),
      ...countsBlock(about),
      ...beforeBlock(about),
      ...reasonList('What to correct', problems, problemsInAll),
      ...list('Why rows without errors were not written', (about.notAttemptedFor ?? []).map(reasonLine)),
      ...list('Why the outcome of rows is unknown', (about.unknownFor ?? []).map(reasonLine)),
      ...list('Proposed profile', (about.proposal ?? []).map(line)),
      ...list('Batches to decide', toDecide?.batches ?? []),
      ...nextStep(next),
      ...actions('Links and commands', actionsOf(about)),
      ...linksOpen(Object.values(files)),
      ...paragraph(about.attachment && `The result sheet is attached: ${about.attachment.fileName}.`),
      ...list('Warnings', (about.warnings ?? []).map(line)),
      ...list('How the file was read', (about.notes ?? []).map(line)),
      ...list('Undone by an operator of the service', (about.reverts ?? []).map(line)),
      ...list('Imports that ended after the run', (about.late ?? []).map(line)),
      facts('The run', runLines(about)),
      ...list(
        about.wereDryRuns ? 'Dry runs in the service, which wrote nothing' : 'Imports in the service',
        about.importIds,
        importsShown,
      ),
    ],
  });
  return { ...mail, attachment: about.attachment };
}

/** Every outcome that has rows; they add up to what was read. */
function countsBlock(about: RunFacts): Block[] {
  const { counts: all, landedAlready = 0, asExported = 0, changedSince = 0, status, reverts } = about;
  if (all.read === 0) return [];
  const rows = { ...all, skipped: all.skipped - landedAlready - asExported - changedSince };
  const isPlan = status === 'awaiting_approval';
  const classes = rowClasses
    .filter(([name]) => rows[name] !== 0)
    .map(([name, ended, planned]) => {
      const waits = name === 'unknown' && status === 'needs_decision';
      return { n: rows[name], what: isPlan ? planned : waits ? 'unknown: you decide' : ended };
    });
  const isUndone = status === 'undone' || reverts !== undefined;
  const title = isPlan ? 'Rows, if you approve' : isUndone ? 'Rows before the undo' : 'Rows';
  const left = [
    { n: landedAlready, what: 'landed already, left out' },
    { n: asExported, what: 'as exported, left out' },
    { n: changedSince, what: 'changed by others since the export, left out' },
  ];
  return counts(title, [{ n: rows.read, what: 'read' }, ...classes, ...left.filter(({ n }) => n > 0)]);
}

/** Which run imported the same content before, and which wrote since. */
function beforeBlock({ importedBefore: { lines, more } = { lines: [], more: 0 } }: RunFacts): Block[] {
  const items = lines.map(line);
  return items.length === 0
    ? []
    : [{ kind: 'list', title: 'The same content was imported before', items, more }];
}

/** Answers first, then the files, then the run itself. */
function actionsOf(about: RunFacts): Action[] {
  const { runId, status, toDecide, approval, again, proposal } = about;
  const { result, plan, undoReport } = about.files ?? {};
  const commands = [...(toDecide?.commands ?? []), ...(approval?.commands ?? [])];
  const answers = commands.map(([label, command]) => ({ label: sentence(label), command }));
  const run = `npx sluice run ${runId}`;
  const linkTo = (page: keyof Omit<typeof consolePages, 'migration'>) =>
    linkToPage(about.consoleUrl, consolePages[page](runId));
  return [
    ...(status === 'awaiting_approval' && linkTo('plan')
      ? [{ label: 'Read the plan in the console, and approve or refuse it there', link: linkTo('plan') }]
      : []),
    ...openFile('The plan, with every row', plan, `${run} --plan ${savedAs('plan', plan)}`),
    ...answers,
    ...(proposal === undefined
      ? []
      : [
          {
            label: 'Accept the proposed profile',
            link: linkTo('columns'),
            command: `npx sluice accept ${runId}`,
          },
        ]),
    ...(again === undefined ? [] : [{ label: 'Import it again', command: again }]),
    ...openFile(
      'The result sheet, with the outcome of each row',
      result,
      `${run} --result ${savedAs('result', result)}`,
    ),
    ...correction(about),
    ...openFile(
      'The undo report',
      undoReport,
      `npx sluice undo ${runId} --report ${savedAs('undo', undoReport)}`,
    ),
    { label: 'The run, with its history', link: linkTo('run'), command: run },
  ];
}

/** Drops the result sheet again, by the name under which the command before saves it. */
function correction({ status, counts: { failed }, profile, schema, lookup, files }: RunFacts): Action[] {
  const asks = status === 'partly_succeeded' || (status === 'rejected' && failed > 0);
  if (!asks || files?.result === undefined) return [];
  if (profile === undefined && (schema === undefined || lookup === undefined)) return [];
  const folder =
    profile === undefined
      ? `--schema ${shellWord(schema ?? '')} --lookup ${shellWord(lookup ?? '')}`
      : `--profile ${shellWord(profile)}`;
  const command = `npx sluice drop ${savedAs('result', files.result)} ${folder}`;
  return [{ label: 'Upload the result sheet, once its rows are correct', command }];
}

/** Another name than the one that was dropped, so that the command does not replace that file. */
function savedAs(what: string, file: MailedFile | undefined): string {
  const name = file?.place.split('/').at(-1) ?? '';
  return shellWord(name.startsWith(`${what} of `) ? name : `${what} of ${name}`);
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function callsText({ calls }: RunFacts): string | undefined {
  if (calls === undefined) return undefined;
  const { dryRuns, furtherDryRuns, imports } = calls;
  const further = furtherDryRuns === 0 ? '' : ` (${number(furtherDryRuns)} of them to find wrong rows)`;
  return `${counted(dryRuns, 'dry run')}${further}, ${counted(imports, 'import')}`;
}

function runLines(about: RunFacts): readonly (readonly [string, string | undefined])[] {
  const { schema, lookup, profile, files: { result, plan, undoReport } = {} } = about;
  return [
    ['file', about.fileName],
    ['dropped at', about.place],
    ['dropped by', about.droppedBy],
    ['profile', profile],
    ['records', schema === undefined || lookup === undefined ? undefined : `${schema}, found by ${lookup}`],
    ['approved by', about.approval?.by],
    ['undone by', about.undo?.by],
    ['plan', plan?.place],
    ['result sheet', result?.place],
    ['undo report', undoReport?.place],
    ['calls', callsText(about)],
    ['run', about.runId],
    ['began', time(about.startedAt)],
    ['ended', about.finishedAt && time(about.finishedAt)],
  ];
}
