import {
  revertText,
  answerText,
  earlierText,
  hasRowsToCorrect,
  readNotes,
  runCountsText,
  tookText,
  reasonBeyondCounts,
} from '@sluice/answers/run';
import { dropperText } from '@sluice/ledger';
import { isAtRest, troublesIn, type EarlierRun, type RunJson } from '@sluice/ledger/views';
import { number, time, printable } from '@sluice/contract/words';
import type { PlanHead } from '../files/plan-head.ts';
import { optionsOf } from '../files/inbox-key.ts';
import type { Reasons } from '../files/result-sheet.ts';
import { commandLine } from '../io/shell.ts';
import { inColumns, type Paint, type Lines } from '../io/columns.ts';
import { planHeadText } from './plan-head-text.ts';
import { paintOf } from './run-status.ts';
import { approvalText, decisionText, proposalText, reasonsText } from './run-text.ts';

/** A run with the addresses of its files, `s3://…`. */
export interface RunShown {
  readonly run: RunJson;
  readonly resultSheet?: string | undefined;
  /** The plan that a person must approve. */
  readonly plan?: string | undefined;
  /** Its first lines. */
  readonly planHead?: PlanHead | undefined;
  readonly undoReport?: string | undefined;
  /** The rows that need a person, if they were read. */
  readonly reasons?: Reasons | undefined;
  /** The file in which the result sheet was saved just now. */
  readonly savedAs?: string | undefined;
  /** Whether all that is known follows. */
  readonly details?: boolean | undefined;
  /** How far a run is that is under way. */
  readonly progress?: string | undefined;
}

/** The answer about a run on one screen, however large the run is: what happened, what to do, and where the rest is. */
export function runSummary(shown: RunShown, paint: Paint): Lines {
  const { run, progress, plan, planHead, reasons } = shown;
  return [
    paintOf(run, paint)(answerText(run)),
    ...[progress, reasonBeyondCounts(run)].flatMap((line) => (line ? [printable(line)] : [])),
    '',
    ...inColumns(factsOf(run).map(([name, value]) => [`  ${name}`, value])),
    ...(reasons === undefined ? [] : reasonsText(reasons)),
    ...(run.reverts ? ['', ...run.reverts.map((one) => `${printable(revertText(one))}.`)] : []),
    ...proposalText(run),
    ...decisionText(run),
    ...approvalText(run, plan),
    ...planHeadText(run.runId, planHead),
    ...filesText(shown),
    ...nextText(shown),
  ];
}

function factsOf(run: RunJson): [name: string, value: string][] {
  const { finishedAt, startedAt, warnings = [] } = run;
  const facts: [string, string][] = [
    ['file', printable(run.key)],
    ['run', run.runId],
    ['rows', runCountsText(run)],
    ['started', time(startedAt)],
    ['took', finishedAt === null ? '' : tookText(startedAt, finishedAt)],
    ['dropped by', printable(dropperText(run))],
    ...beforeText(run),
    ['waits for', run.blockedBy === undefined ? '' : commandLine('run', run.blockedBy)],
    ['since', run.blockedBy === undefined || run.blockedSince === undefined ? '' : time(run.blockedSince)],
    [
      'begins',
      run.quietUntil === undefined ? '' : `${time(run.quietUntil)}: an import may still write until then`,
    ],
    ...warnings.map(({ text }): [string, string] => ['warning', printable(text)]),
    ...readNotes(run).notable.map((note): [string, string] => ['note', printable(note)]),
    ...troublesOf(run),
  ];
  return facts.filter(([, value]) => value !== '');
}

/** The run that imported the same content before, and those that wrote since. */
function beforeText({ duplicateOf, importedBefore: before }: RunJson): [string, string][] {
  const name = duplicateOf === undefined ? 'imported before' : 'same as';
  const known = before?.run.runId ?? duplicateOf;
  if (known === undefined) return [];
  const about = (one: EarlierRun) => `${commandLine('run', one.runId)}  ${printable(earlierText(one))}`;
  const { between = [], more = 0 } = before ?? {};
  return [
    [name, before === undefined ? commandLine('run', known) : about(before.run)],
    ...between.map((one, at): [string, string] => [at === 0 ? 'written since' : '', about(one)]),
    ['', more === 0 ? '' : `and ${number(more)} more`],
  ];
}

/** Only what went wrong with its mail. */
function troublesOf({ emails: { events = [] } = {} }: RunJson): [string, string][] {
  return troublesIn(events).map(({ kind, addresses }) => [
    'e-mail',
    printable(`${kind}: ${addresses.join(', ')}`),
  ]);
}

function filesText({ resultSheet, undoReport }: RunShown): string[] {
  const files = [
    ...(resultSheet === undefined ? [] : [`Result sheet: ${printable(resultSheet)}`]),
    ...(undoReport === undefined ? [] : [`Undo report: ${printable(undoReport)}`]),
  ];
  return files.length === 0 ? [] : ['', ...files];
}

/** What a person may want to do next, each with its command. */
function nextText({ run, resultSheet, undoReport, savedAs, details = false }: RunShown): Lines {
  const { runId, status } = run;
  const commands = [
    ...(isAtRest(run) ? [] : [['Follow it', commandLine('watch', runId)]]),
    ...(resultSheet === undefined || savedAs !== undefined
      ? []
      : [['Save the result sheet', commandLine('run', runId, '--result', 'FILE')]]),
    ...(resultSheet === undefined || !hasRowsToCorrect(run) ? [] : [correctionOf(run, savedAs)]),
    ...(undoReport === undefined
      ? []
      : [['Save the report of this undo', commandLine('undo', runId, '--report', 'FILE')]]),
    ...(status === 'duplicate' ? [['Import it again', againCommand(run)]] : []),
    ...(details ? [] : [['Every detail', commandLine('run', runId, '--details')]]),
  ];
  return commands.length === 0
    ? []
    : ['', ...inColumns(commands.map(([when, command]) => [`${when}:`, command ?? '']))];
}

/** Earlier steps of a migration may be undone, and its file has the name that the migration knows. */
function correctionOf(run: RunJson, file = 'FILE'): [when: string, command: string] {
  return run.migration === undefined
    ? ['Correct the rows in it, then', dropCommand(run, file)]
    : ['Or correct its file, then', commandLine('migrate', run.migration.name, '--data', 'FILE')];
}

const againCommand = (run: RunJson): string => dropCommand(run, 'FILE', '--again');

function dropCommand({ profile, schema, lookup }: RunJson, file: string, ...more: string[]): string {
  const folder = profile === undefined ? { schema: schema ?? 'S', lookup: lookup ?? 'L' } : { profile };
  return commandLine('drop', file, ...optionsOf(folder), ...more);
}
