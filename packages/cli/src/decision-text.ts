import { decisionWords } from '@sluice/ledger';
import { inColumns, printable } from './columns.ts';
import type { RunJson } from './run-json.ts';

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
