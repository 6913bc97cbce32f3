import { approvalCommands, decisionCommands, countsText } from '@sluice/answers/run';
import { planName } from '@sluice/ledger';
import { number, rowNumbers, time, printable } from '@sluice/contract/words';
import { proposalLines } from '@sluice/import-plan/proposal-lines';
import { commandLine } from '../io/shell.ts';
import { inColumns, type Lines } from '../io/columns.ts';
import type { Reasons } from '../files/result-sheet.ts';
import { type RunJson } from '@sluice/ledger/views';

export function reasonsText({ reasons, more }: Reasons): Lines {
  if (reasons.length === 0) return [];
  const lines = inColumns(
    reasons.map(({ firstRows, rows, status, reason }) => [
      `  ${rowNumbers(firstRows, rows)}`,
      status,
      printable(reason),
    ]),
  );
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
  return [
    '',
    'Proposed profile:',
    ...lines,
    `Save it, and import the file with it: ${commandLine('accept', runId)}`,
  ];
}

/** What a person must decide about a run, and the commands for it. */
export function decisionText({ runId, toDecide = [] }: Pick<RunJson, 'runId' | 'toDecide'>): Lines {
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
): Lines {
  if (approval === undefined) return [];
  const { plan, approved } = approval;
  const waits = status === 'awaiting_approval';
  const lines = inColumns(
    [
      [waits ? '  if approved' : '  rows', countsText(plan.counts)],
      ['  row by row', printable(place ?? '')],
      ['  approved by', approved === undefined ? '' : `${printable(approved.by)}, ${time(approved.at)}`],
    ].filter(([, value]) => value !== ''),
  );
  const commands = waits ? approvalCommands(runId, plan) : [];
  return [
    '',
    `Plan ${planName(plan)}${waits ? ', not written yet' : ''}:`,
    ...lines,
    ...inColumns(commands.map(([when, command]) => [`  ${when}:`, command])),
  ];
}
