import { jsonIn } from '../json-in.ts';
import type { Files } from '../ports.ts';
import { batchObjectSchema, runKeys, type BatchObject } from '../run-objects.ts';

interface BatchBytes {
  readonly runId: string;
  readonly sha256: string;
}
type BatchRef = BatchBytes & ({ readonly number: number } | { readonly batch: number });

/** What was planned of a batch; undefined when the object is gone or is not what we wrote. */
export async function readBatchObject(
  ref: BatchRef,
  files: Pick<Files, 'get'>,
): Promise<BatchObject | undefined> {
  const number = 'number' in ref ? ref.number : ref.batch;
  const text = await files.get(runKeys.batch(ref.runId, number, ref.sha256));
  if (text === undefined) return undefined;
  const parsed = batchObjectSchema.safeParse(jsonIn(text));
  return parsed.success ? parsed.data : undefined;
}
