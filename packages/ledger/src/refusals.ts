import { LedgerError } from './model/ledger-error.ts';
import type { Batch } from './model/submission.ts';

export function found<T>(item: T | undefined, id: string): T {
  if (item === undefined) throw new LedgerError('not_found', `The ledger has no ${id}.`);
  return item;
}

export function sameBytes(known: { readonly sha256: string }, { runId, number, sha256 }: Batch): void {
  if (known.sha256 === sha256) return;
  throw new LedgerError(
    'batch_differs',
    `Batch ${number} of run ${runId} is in the ledger with other bytes.`,
  );
}

export function dryRunMissing({ runId, number }: Batch): LedgerError {
  return new LedgerError(
    'dry_run_missing',
    `Batch ${number} of run ${runId} has no successful dry run of these bytes.`,
  );
}
