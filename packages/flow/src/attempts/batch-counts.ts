import type { RowOutcome } from '@sluice/import-plan';
import type { Phase, RowCounts, Run } from '@sluice/ledger';
import { countRows } from './batch-end.ts';
import type { Files } from '../ports.ts';
import { failedRows } from './problems.ts';

/**
 * The row counts of one batch. A row may fail at reading after it was put into its batch, as twins do. When a dry run refuses it as well,
 * it still counts once (invariant 1).
 */
export async function countBatch(
  run: Pick<Run, 'runId' | 'reading'>,
  { phase, outcomes }: { readonly phase: Phase; readonly outcomes: readonly RowOutcome[] },
  files: Pick<Files, 'stream'>,
): Promise<RowCounts> {
  const maybeTwice = phase === 'dry' && (run.reading?.failed ?? 0) > 0;
  if (!maybeTwice || !outcomes.some(({ status }) => status === 'failed')) return countRows(outcomes);
  const known = await failedRows(run.runId, files);
  return countRows(outcomes.filter(({ row, status }) => status !== 'failed' || !isIn(known, row)));
}

/** Whether ascending numbers hold this one. */
export function isIn(sorted: Uint32Array, row: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === row;
}
