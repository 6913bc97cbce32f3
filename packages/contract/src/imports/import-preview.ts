import * as z from 'zod';

const recordOutcomes = [
  'created',
  'updated',
  'unchanged',
  'deleted',
  'failed',
  'notAttempted',
  'skipped',
] as const;
export type RecordOutcome = (typeof recordOutcomes)[number];

/** `[N, outcome, id?]`: N counts from 1 across all record sets of the request. */
const previewOutcomeSchema = z.union([
  z.tuple([z.int().min(1), z.enum(recordOutcomes)]),
  z.tuple([z.int().min(1), z.enum(recordOutcomes), z.string()]),
]);
export type PreviewOutcome = z.infer<typeof previewOutcomeSchema>;

/**
 * `[N, { field: [old, new] }]`. A deletion has each value that it removes, with null as the new one; a new record those that are
 * not as they were sent, which are the ids of records that it names.
 */
export const previewDiffSchema = z.tuple([
  z.int().min(1),
  z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
]);
export type PreviewDiff = z.infer<typeof previewDiffSchema>;

/** Why a record was left as it was: it is not as it was expected. */
export const unmetCodes = ['changed_meanwhile', 'exists_already', 'does_not_exist'] as const;
export type UnmetCode = (typeof unmetCodes)[number];

/** `[N, name]`: what people call a stored record that is changed or deleted. */
const previewNameSchema = z.tuple([z.int().min(1), z.string()]);

const count = z.int().min(0);

/** `[N, items]`: how many items go with a list that a dry run would delete. */
const previewItemsSchema = z.tuple([z.int().min(1), count]);

/**
 * `changed`: others have changed the record. `appeared`: it was to be created and now exists. `gone`: it existed and no
 * longer does. `another`: the lookup finds another record. `refused`: it was expected to pass and failed.
 */
const driftReasons = ['changed', 'appeared', 'gone', 'another', 'refused'] as const;
export type DriftReason = (typeof driftReasons)[number];

/** `[N, expected outcome, actual outcome, why]`. */
const previewDriftRecordSchema = z.tuple([
  z.int().min(1),
  z.enum(recordOutcomes),
  z.enum(recordOutcomes),
  z.enum(driftReasons),
]);
export type PreviewDriftRecord = z.infer<typeof previewDriftRecordSchema>;

/** Records with another outcome than `since` (a dry run, or the import's own plan) expected. Cut like `diffs`. */
const previewDriftSchema = z.object({
  since: z.string(),
  records: z.array(previewDriftRecordSchema),
  omitted: count,
});
export type PreviewDrift = z.infer<typeof previewDriftSchema>;

/**
 * What the service keeps of the values of an import, with hashes: `steps` of what it planned (each row with its values before
 * and after), `outcomes` of all outcomes. Its own hash in a history proves later which values these were.
 */
export const storedValuesSchema = z.object({
  importId: z.string(),
  /** The worker that stored the plan. */
  plan: z.string(),
  /** Of each worker, how many objects with steps that were planned again. */
  again: z.array(z.object({ by: z.string(), count })),
  steps: z.string(),
  outcomes: z.string().nullable(),
});
export type StoredValues = z.infer<typeof storedValuesSchema>;

/** What an import does to each record. `outcomes` is always complete; `diffsOmitted` counts the cut `diffs`. */
export const previewSchema = z.object({
  v: z.literal(1),
  counts: z.object({
    created: count,
    updated: count,
    unchanged: count,
    deleted: count,
    failed: count,
    notAttempted: count,
    skipped: count.optional(),
  } satisfies Record<RecordOutcome, z.ZodType>),
  outcomes: z.array(previewOutcomeSchema),
  diffs: z.array(previewDiffSchema),
  diffsOmitted: count,
  /** Of all diffs: the SHA-256 of their JSON as one list, in hex. */
  diffsSha256: z.string().optional(),
  /** Keys of `downloadFile`. Each is a JSON list of diffs: together, in order, those that are left out of `diffs`. */
  diffPages: z.array(z.string()).optional(),
  /** `[N, code]`: why a record was skipped. Present when there are any. */
  skipped: z.array(z.tuple([z.int().min(1), z.enum(unmetCodes)])).optional(),
  /** Present when there are any. Deletions of lists without it may take any number of items along. */
  items: z.array(previewItemsSchema).optional(),
  /** Cut like `diffs`, without a count. */
  names: z.array(previewNameSchema).default([]),
  /** Present when there is something to compare with. */
  drift: previewDriftSchema.optional(),
  /** Another server may have something else by this name. */
  values: storedValuesSchema.optional().catch(undefined),
});
export type Preview = z.infer<typeof previewSchema>;

export function countOutcomes(outcomes: readonly PreviewOutcome[]): Preview['counts'] {
  const counts: Preview['counts'] = {
    created: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    failed: 0,
    notAttempted: 0,
  };
  for (const [, outcome] of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
