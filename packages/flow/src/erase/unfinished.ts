import type { NamedRecord, VersionedObjects } from '@sluice/aws-kit/erasure';
import { jsonOf } from '@sluice/aws-kit/handlers';
import type { Run } from '@sluice/ledger';
import * as z from 'zod';
import type { Files } from '../ports.ts';
import { runKeys } from '../run-objects.ts';

/** What an erase has found in a run and is about to erase, without any value. */
export const foundSchema = z.object({
  /** The rows of the record. */
  rows: z.array(z.int()),
  areRowsKnown: z.boolean(),
  /** Whether the drop, or a result that is a copy of it, holds the record. */
  isInCopy: z.boolean(),
  down: z.int().optional(),
});
export type Found = z.infer<typeof foundSchema>;

interface Unfinished extends Found {
  /** Whose erases they are, as the history has them. */
  readonly of: string[];
}

/** Kept until the erase has come to its end: what shows which rows are the record's may be gone first. */
export async function keepFound(
  runId: string,
  { found, record }: { readonly found: Found; readonly record: NamedRecord },
  files: Pick<Files, 'put'>,
): Promise<void> {
  await files.put(runKeys.erasing(runId, record.commitment), JSON.stringify(found));
}

/**
 * What erases of this run have found and not come to the end of: this one, and others that crashed.
 * @param of those with which this one began; all when absent
 */
export async function unfinishedOf(
  { runId, erasures = [] }: Run,
  of: readonly string[] | undefined,
  objects: Pick<VersionedObjects, 'versions' | 'text'>,
): Promise<Unfinished | undefined> {
  let all: Unfinished | undefined;
  if (erasures.length === 0) return all;
  for await (const version of objects.versions(runKeys.erasing(runId, ''))) {
    const commitment = version.key.slice(runKeys.erasing(runId, '').length);
    const text = of === undefined || of.includes(commitment) ? await objects.text(version) : undefined;
    if (text === undefined) continue;
    const one = { ...foundSchema.parse(jsonOf(text)), of: [commitment] };
    all = all ? together(all, one) : one;
  }
  return all;
}

const together = (one: Unfinished, other: Unfinished): Unfinished => ({
  of: [...one.of, ...other.of],
  rows: [...new Set([...one.rows, ...other.rows])],
  areRowsKnown: one.areRowsKnown && other.areRowsKnown,
  isInCopy: one.isInCopy || other.isInCopy,
  down: one.down ?? other.down,
});

export async function forgetFound(
  runId: string,
  of: readonly string[],
  objects: Pick<VersionedObjects, 'versions' | 'remove'>,
): Promise<void> {
  for (const one of of)
    for await (const version of objects.versions(runKeys.erasing(runId, one))) await objects.remove(version);
}
