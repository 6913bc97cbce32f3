import { approvalWords, decisionWords, planName } from '@sluice/ledger';
import { inColumns, printable } from './columns.ts';
import type { RunJson } from './run-json.ts';
import { countsText } from './run-text.ts';

/** What a person is to decide of a run that waits for it, and the commands that decide. */
export function decisionText({ runId, toDecide = [] }: Pick<RunJson, 'runId' | 'toDecide'>): string[] {
  if (toDecide.length === 0) return [];
  const { batches, commands } = decisionWords(runId, toDecide);
  return [
    '',
    'To decide:',
    ...batches.map((line) => `  ${printable(line)}`),
    ...inColumns(commands.map(([when, command]) => [`  ${when}:`, command])),
  ];
}

/** What a run would do, or did, that a person was asked about; and, while it waits for that, the commands that answer. */
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
  const commands = status === 'awaiting_approval' ? approvalWords(runId, plan) : [];
  return [
    '',
    `Plan ${planName(plan)}, as the dry run foretold it:`,
    ...lines,
    ...inColumns(commands.map(([when, command]) => [`  ${when}:`, command])),
  ];
}
