import {
  approvalCommands,
  decisionCommands,
  planName,
  rowClasses,
  type Counts,
  type RunStatus,
} from '@sluice/ledger';
import { number } from '@sluice/mail/words';
import { proposalLines } from '@sluice/import-plan/proposal-lines';
import type { Paint } from '../views/columns.ts';
import { inColumns, printable } from './columns.ts';
import type { Reasons } from '../files/result-sheet.ts';
import type { RunJson, RunSummaryJson } from './run-json.ts';

/** `1,000 read: 750 created, 250 updated`. Empty classes are left out; `open` names the rows that are not decided yet. */
export function countsText(counts: Counts, open = 'not attempted'): string {
  const classes = rowClasses
    .filter((name) => counts[name] > 0)
    .map((name) => `${number(counts[name])} ${name === 'notAttempted' ? open : name}`);
  return [`${number(counts.read)} read`, classes.join(', ')].filter((part) => part !== '').join(': ');
}

/** The classes of rows that a person may still have to bring in. */
export const stillToLand: readonly (typeof rowClasses)[number][] = ['failed', 'notAttempted', 'unknown'];

/** The status of a run, as lists show it. One of a dry run wrote nothing, whatever it found. */
export function runStatusText(
  { status, counts, migration }: Pick<RunSummaryJson, 'status' | 'counts' | 'migration'>,
  paint: Paint,
): string {
  if (migration?.dryRun !== true || status !== 'rejected') return statusText(status, paint);
  const hasPassed = counts.failed === 0 && counts.read > 0;
  return hasPassed ? paint.green('dry run passed') : paint.red('dry run failed');
}

export function statusText(status: RunStatus, paint: Paint): string {
  return paintOf(status, paint)(status.replaceAll('_', ' '));
}

export function paintOf(status: RunStatus, paint: Paint): (text: string) => string {
  if (status === 'succeeded' || status === 'undone') return paint.green;
  if (status === 'failed' || status === 'rejected') return paint.red;
  return paint.yellow;
}

export function reasonsText({ rows, more }: Reasons): string[] {
  if (rows.length === 0) return [];
  const lines = inColumns(rows.map(({ row, status, reason }) => [`  row ${row}`, status, printable(reason)]));
  return [
    '',
    'Rows to look at:',
    ...lines,
    ...(more === 0 ? [] : [`  and ${number(more)} more, in the result sheet`]),
  ];
}

/** The profile that a run proposes, and the command that takes it. */
export function proposalText({ runId, proposal }: RunJson): string[] {
  if (proposal === undefined) return [];
  const lines = proposalLines(proposal).map((line) => `  ${printable(line)}`);
  return ['', 'Proposed profile:', ...lines, `Take it with: npx sluice accept ${runId}`];
}

/** What a person must decide about a run, and the commands for it. */
export function decisionText({ runId, toDecide = [] }: Pick<RunJson, 'runId' | 'toDecide'>): string[] {
  if (toDecide.length === 0) return [];
  const { batches, commands } = decisionCommands(runId, toDecide);
  return [
    '',
    'To decide:',
    ...batches.map((line) => `  ${printable(line)}`),
    ...inColumns(commands.map(([when, command]) => [`  ${when}:`, command])),
  ];
}

/** The plan that needs or needed approval and, while the run waits, the commands that approve or refuse it. */
export function approvalText(
  { runId, status, approval }: Pick<RunJson, 'runId' | 'status' | 'approval'>,
  place: string | undefined,
): string[] {
  if (approval === undefined) return [];
  const { plan, approved } = approval;
  const lines = inColumns(
    [
      ['  rows', countsText(plan.counts)],
      ['  row by row', printable(place ?? '')],
      ['  approved by', approved === undefined ? '' : `${printable(approved.by)}, ${approved.at}`],
    ].filter(([, value]) => value !== ''),
  );
  const waits = status === 'awaiting_approval';
  const commands = waits ? approvalCommands(runId, plan) : [];
  return [
    '',
    `Plan ${planName(plan)}${waits ? ', not written yet' : ''}:`,
    ...lines,
    ...inColumns(commands.map(([when, command]) => [`  ${when}:`, command])),
  ];
}
