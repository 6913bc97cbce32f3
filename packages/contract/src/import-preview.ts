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

/**
 * `changed`: the same record, but others have changed it. `appeared`: it was to be created, and is there. `gone`: it was
 * there, and is not. `another`: another record is found. `refused`: it was to be no trouble, and failed.
 */
export const driftReasons = ['changed', 'appeared', 'gone', 'another', 'refused'] as const;
export type DriftReason = (typeof driftReasons)[number];

/** `[N, expected outcome, actual outcome, why]`. */
export const previewDriftRecordSchema = z.tuple([
  z.int().min(1),
  z.enum(recordOutcomes),
  z.enum(recordOutcomes),
  z.enum(driftReasons),
]);
export type PreviewDriftRecord = z.infer<typeof previewDriftRecordSchema>;

/** Records whose outcome differs from the one that `since` (a dry run, or the import's own plan) expected. Cut like `diffs`. */
export const previewDriftSchema = z.object({
  since: z.string(),
  records: z.array(previewDriftRecordSchema),
  omitted: count,
});
export type PreviewDrift = z.infer<typeof previewDriftSchema>;

/** What an import does, record by record. `outcomes` is always complete; `diffs` is cut, and counts what was left out. */
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
  /** Where there is something to hold it against. */
  drift: previewDriftSchema.optional(),
});
export type Preview = z.infer<typeof previewSchema>;

export function countOutcomes(outcomes: readonly PreviewOutcome[]): Preview['counts'] {
  const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0, notAttempted: 0 };
  for (const [, outcome] of outcomes) counts[outcome] += 1;
  return counts;
}
