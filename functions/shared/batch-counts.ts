import type { RowOutcome } from '@sluice/import-plan';
import type { Phase, RowClass, Run } from '@sluice/ledger';
import { countRows } from './batch-end.ts';
import type { Files } from './ports.ts';
import { readProblems } from './problems.ts';

/** With more problems than this the run is lost anyway, and looking through them for each batch would take too long. */
const mostProblems = 20_000;

/**
 * How the rows of one batch count. A row may have failed when the sheet was read, after it was put into its batch, as
 * twins do; when a dry run names it too, it failed once (invariant 1).
 */
export async function countBatch(
  run: Pick<Run, 'runId' | 'reading'>,
  { phase, outcomes }: { readonly phase: Phase; readonly outcomes: readonly RowOutcome[] },
  files: Pick<Files, 'stream'>,
): Promise<Partial<Record<RowClass, number>>> {
  const failed = new Set(outcomes.filter(({ status }) => status === 'failed').map(({ row }) => row));
  const failedBefore = run.reading?.failed ?? 0;
  const maybeTwice = phase === 'dry' && failedBefore > 0 && failedBefore <= mostProblems;
  if (!maybeTwice || failed.size === 0) return countRows(outcomes);
  const known = new Set<number>();
  for await (const { row, status } of readProblems(run.runId, files))
    if (status === 'failed' && failed.has(row)) known.add(row);
  return countRows(outcomes.filter(({ row }) => !known.has(row)));
}
