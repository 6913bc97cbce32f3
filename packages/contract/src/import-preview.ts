import { z } from 'zod';

export const recordOutcomes = [
  'created',
  'updated',
  'unchanged',
  'deleted',
  'failed',
  'notAttempted',
] as const;
export type RecordOutcome = (typeof recordOutcomes)[number];

/** `[N, outcome, id?]`: N counts from 1 across all record sets of the request. */
export const previewOutcomeSchema = z.union([
  z.tuple([z.int().min(1), z.enum(recordOutcomes)]),
  z.tuple([z.int().min(1), z.enum(recordOutcomes), z.string()]),
]);
export type PreviewOutcome = z.infer<typeof previewOutcomeSchema>;

/** `[N, { field: [old, new] }]`. */
export const previewDiffSchema = z.tuple([
  z.int().min(1),
  z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
]);
export type PreviewDiff = z.infer<typeof previewDiffSchema>;

const count = z.int().min(0);

/** What an import does, record by record. `outcomes` is always complete; `diffs` is cut, and says how many were. */
export const previewSchema = z.object({
  v: z.literal(1),
  counts: z.object({
    created: count,
    updated: count,
    unchanged: count,
    deleted: count,
    failed: count,
    notAttempted: count,
  } satisfies Record<RecordOutcome, typeof count>),
  outcomes: z.array(previewOutcomeSchema),
  diffs: z.array(previewDiffSchema),
  diffsOmitted: count,
});
export type Preview = z.infer<typeof previewSchema>;

export function countOutcomes(outcomes: readonly PreviewOutcome[]): Preview['counts'] {
  const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0, notAttempted: 0 };
  for (const [, outcome] of outcomes) counts[outcome] += 1;
  return counts;
}
