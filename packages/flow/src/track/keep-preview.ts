import type { RowClass, Submission } from '@sluice/ledger';
import { countRows } from '../submit/batch-end.ts';
import { readBatchObject } from '../submit/batch-object.ts';
import { previewOf, previewHash } from '../submit/preview.ts';
import type { Files } from '../ports.ts';
import { runKeys } from '../run-objects.ts';

/** What the ledger keeps of it. */
export interface KeptPreview {
  readonly counts: Partial<Record<RowClass, number>>;
  readonly sha256: string;
}

/**
 * Keeps what a dry run that passed foretold of its rows, for the person who is to approve it. The object first: what the ledger knows
 * of always has one. Undefined where nobody knows any more what was sent.
 */
export async function keepPreview(
  submission: Submission,
  preview: string | null | undefined,
  files: Pick<Files, 'get' | 'put'>,
): Promise<KeptPreview | undefined> {
  const { runId, batch, check = 0 } = submission;
  const object = await readBatchObject(submission, files);
  if (object === undefined) return undefined;
  const foretold = previewOf(object, preview);
  await files.put(runKeys.preview(runId, batch, check), JSON.stringify(foretold));
  return { counts: countRows(foretold.rows), sha256: previewHash(foretold) };
}
