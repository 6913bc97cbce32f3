import type { Counts } from '@sluice/ledger';
import { number, rows } from '@sluice/contract/words';

/** The first line about a run that was rejected: why, if rows of it are wrong. The profile's filter leaves rows out of it. */
export function nothingImported({
  read,
  filtered,
  failed,
}: Pick<Counts, 'read' | 'filtered' | 'failed'>): string {
  const all = read - filtered;
  if (failed === 0) return 'Nothing was imported.';
  if (failed < all)
    return `Nothing was imported: ${number(failed)} of the ${rows(all)} ${failed === 1 ? 'has an error' : 'have errors'}, and every row must be right.`;
  return `Nothing was imported: ${all === 1 ? 'the one row has an error' : `all ${rows(all)} have errors`}.`;
}

/** What a person knows before they approve a plan. */
export const checkedOnceMore =
  'It is checked once more before anything is written. If it has changed by then, you are asked again.';

/** Reasons that only count rows, as every first line does. */
const counting: readonly string[] = ['wrong_rows', 'wrong_rows_of_step', 'rows_not_written'];

/** The reason of a run, unless the first line says the same. */
export function reasonBeyondCounts({
  reason,
  reasonCodes = [],
}: {
  readonly reason?: string | undefined;
  readonly reasonCodes?: readonly string[] | undefined;
}): string | undefined {
  const isCounted = reasonCodes.length > 0 && reasonCodes.every((code) => counting.includes(code));
  return isCounted ? undefined : reason;
}
