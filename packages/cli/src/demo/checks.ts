import { identityHolds } from '@sluice/ledger';
import { CliError } from '../cli-error.ts';
import { countsText } from '../run-text.ts';
import type { DropScene } from './drop-scene.ts';

/** How many rows of the second sheet are wrong on purpose. */
const mistakes = 5;

/** The first sheet must land to its last row. @throws CliError `failed` */
export function checkAllLanded({ run }: DropScene): void {
  const { read, created, updated, unchanged } = run.counts;
  const landed = created + updated + unchanged;
  if (run.status === 'succeeded' && read > 0 && landed === read && identityHolds(run.counts)) return;
  throw new CliError(
    'failed',
    `Expected every row to land, and got: ${run.status}, ${countsText(run.counts)}.`,
  );
}

/** Of the sheet with mistakes nothing may be written, and each wrong row must be named with its reason. @throws CliError `failed` */
export function checkNothingWritten({ run, reasons }: DropScene): void {
  const { created, updated, deleted, landed, unknown, failed } = run.counts;
  const written = created + updated + deleted + landed + unknown;
  const named = reasons.rows.filter(({ status }) => status === 'failed').length;
  if (
    run.status === 'rejected' &&
    written === 0 &&
    failed === mistakes &&
    named === mistakes &&
    identityHolds(run.counts)
  )
    return;
  throw new CliError(
    'failed',
    `Expected nothing written and ${mistakes} rows named, and got: ${run.status}, ${countsText(run.counts)}, ${named} rows named.`,
  );
}
