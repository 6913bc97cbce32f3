import { identityHolds } from '@sluice/ledger';
import type { DropScene } from './drop-scene.ts';

/** How many rows of the second sheet have a deliberate mistake. */
const mistakes = 5;

/** @throws Error unless every row of the first sheet landed */
export function checkAllLanded({ report: { run, countsText } }: DropScene): void {
  const { read, created, updated, unchanged } = run.counts;
  const landed = created + updated + unchanged;
  if (run.status === 'succeeded' && read > 0 && landed === read && identityHolds(run.counts)) return;
  throw new Error(`Expected every row to land, but got: ${run.status}, ${countsText}.`);
}

/** @throws Error unless nothing of the sheet with mistakes was written and each wrong row was named */
export function checkNothingWritten({ report: { run, countsText, failedRows } }: DropScene): void {
  const { created, updated, deleted, landed, unknown, failed } = run.counts;
  const written = created + updated + deleted + landed + unknown;
  const isRight = run.status === 'rejected' && written === 0 && identityHolds(run.counts);
  if (isRight && failed === mistakes && failedRows === mistakes) return;
  throw new Error(
    `Expected nothing written and ${mistakes} rows named, but got: ${run.status}, ${countsText}, ${failedRows} rows named.`,
  );
}
