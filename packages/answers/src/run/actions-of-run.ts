import { fileNameIn, shellWord } from '@sluice/contract/words';
import { isAtRest } from '@sluice/ledger/views';
import type { Action } from '../blocks/blocks.ts';
import { consolePages, linkToPage } from '../blocks/console-pages.ts';
import type { RunMessages } from '../messages/run.ts';
import { approvalActions, decisionActions } from './decisions.ts';
import type { RunFacts, ToldFile } from './facts.ts';
import { hasRowsToCorrect } from './status.ts';

interface Shown {
  /** The file in which the result sheet was saved just now. */
  readonly savedAs?: string | undefined;
  /** On a terminal, a reader of the run itself wants to follow it or to see more of it. */
  readonly isOfRun?: boolean;
}

/** Answers first, then the files, then the run itself. */
export function actionsOfRun(about: RunFacts, shown: Shown, says: RunMessages): Action[] {
  const { run, files: { plan, result, undoReport } = {} } = about;
  const { runId, approval, toDecide = [], proposal } = run;
  const act = says.act;
  const asks = run.status === 'awaiting_approval' && approval !== undefined;
  const command = `npx sluice run ${runId}`;
  const linkTo = (page: string) => linkToPage(about.consoleUrl, page);
  const inConsole = linkTo(consolePages.plan(runId));
  return [
    ...(asks && inConsole ? [{ label: act.planInConsole, link: inConsole }] : []),
    ...openFile(act.plan, plan, `${command} --plan ${savedName('plan', plan)}`),
    ...(asks ? approvalActions(runId, approval.plan, says) : []),
    ...decisionActions(runId, toDecide, says),
    ...(proposal === undefined
      ? []
      : [
          {
            label: act.accept,
            link: linkTo(consolePages.columns(runId)),
            command: `npx sluice accept ${runId}`,
          },
        ]),
    ...(run.status === 'duplicate'
      ? dropCommand(run, shellWord(fileNameIn(run.key)), '--again').map((again) => ({
          label: act.again,
          command: again,
        }))
      : []),
    ...(shown.savedAs === undefined
      ? openFile(act.result, result, `${command} --result ${savedName('result', result)}`)
      : []),
    ...correction(about, shown, says),
    ...openFile(
      act.undoReport,
      undoReport,
      `npx sluice undo ${runId} --report ${savedName('undo', undoReport)}`,
    ),
    ...(shown.isOfRun === undefined
      ? [{ label: act.run, link: linkTo(consolePages.run(runId)), command }]
      : []),
    ...(shown.isOfRun === undefined || isAtRest(run)
      ? []
      : [{ label: act.follow, command: `npx sluice watch ${runId}` }]),
    ...(shown.isOfRun === true ? [{ label: act.details, command: `${command} --details` }] : []),
  ];
}

/** How a reader gets the file; nothing if there is none. */
function openFile(label: string, file: ToldFile | undefined, command: string): Action[] {
  return file === undefined ? [] : [{ label, link: file.link?.url, command }];
}

/** Drops the result sheet again, by the name under which the command before saves it. */
function correction({ run, files }: RunFacts, { savedAs }: Shown, { act }: RunMessages): Action[] {
  if (!hasRowsToCorrect(run) || files?.result === undefined) return [];
  // Earlier steps of a migration may be undone, and its file has the name that the migration knows.
  if (run.migration !== undefined)
    return [
      { label: act.correctStep, command: `npx sluice migrate ${shellWord(run.migration.name)} --data FILE` },
    ];
  const sheet = savedAs === undefined ? savedName('result', files.result) : shellWord(savedAs);
  return dropCommand(run, sheet).map((command) => ({ label: act.correct, command }));
}

function dropCommand(
  { profile, schema, lookup }: RunFacts['run'],
  file: string,
  ...more: string[]
): string[] {
  if (profile === undefined && (schema === null || lookup === null)) return [];
  const folder =
    profile === undefined
      ? ['--schema', shellWord(schema ?? ''), '--lookup', shellWord(lookup ?? '')]
      : ['--profile', shellWord(profile)];
  return [['npx sluice drop', file, ...folder, ...more].join(' ')];
}

/** Another name than the one that was dropped, so that the command does not replace that file. */
export function savedName(what: string, file: ToldFile | undefined): string {
  const name = fileNameIn(file?.place ?? '');
  return shellWord(name.startsWith(`${what} of `) ? name : `${what} of ${name}`);
}
