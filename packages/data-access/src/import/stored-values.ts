import type { PreviewOutcome, StoredValues } from '@sluice/contract';
import { canonicalJson, sha256 } from '@sluice/aws-kit/hash-chain';
import type { ImportItem } from '../store/import-item.ts';

/** The hash of what became of each record. */
export const hashOfOutcomes = (outcomes: readonly PreviewOutcome[]): string =>
  sha256(JSON.stringify(outcomes));

/** What an import keeps of its values. Undefined if an earlier release stored them, without hashes. */
export function storedValues({
  importId,
  plan,
  again,
  stepsSha256,
  outcomesSha256,
}: Pick<ImportItem, 'importId' | 'plan' | 'again' | 'stepsSha256' | 'outcomesSha256'>):
  StoredValues | undefined {
  if (plan === null || stepsSha256 === undefined) return undefined;
  return { importId, plan, again, steps: stepsSha256, outcomes: outcomesSha256 ?? null };
}

export function valuesSha256(item: ImportItem): string | undefined {
  const values = storedValues(item);
  return values && sha256(canonicalJson(values));
}
