import * as z from 'zod';
import { reasonCodes, type RecordProblem } from '@sluice/contract';
import { storedRecord, type StoredRecord } from '../store/record.ts';

/** What the import will do to one record. Steps are in the order of the request, and so of their numbers. */
export const planStep = z.object({
  number: z.number().int(),
  set: z.number().int(),
  action: z.enum(['create', 'update', 'unchanged', 'delete']),
  kind: z.string(),
  /** Null when the record to delete does not exist. */
  id: z.string().nullable(),
  /** The record just before this step; null if the step creates it. */
  before: storedRecord.nullable(),
  /** The same without its values, after an erase: others still find who wrote it. */
  erased: storedRecord.optional(),
  changes: z.record(z.string(), z.json()),
  /** Whether no earlier step of the import touches the record. */
  first: z.boolean(),
});
export type PlanStep = z.infer<typeof planStep>;

export type Planned =
  | { readonly kind: 'step'; readonly step: PlanStep; readonly after: StoredRecord | undefined }
  /** It is not as it is expected. */
  | { readonly kind: 'unmet'; readonly outcome: Outcome; readonly match: StoredRecord | undefined }
  | { readonly kind: 'refused'; readonly problems: readonly RecordProblem[] };

const ofRecord = z.looseObject({ id: z.string().nullable() });

/** The steps of one record. The others, which may be 10,000, are not parsed. */
export const stepsOfRecord = (id: string) =>
  z
    .array(z.unknown())
    .transform((steps) => steps.filter((step) => ofRecord.safeParse(step).data?.id === id))
    .pipe(z.array(planStep));

export const outcome = z.object({
  number: z.number(),
  outcome: z.enum(['created', 'updated', 'unchanged', 'deleted', 'failed', 'notAttempted', 'skipped']),
  id: z.string().nullable(),
  problem: z
    .object({
      number: z.number(),
      set: z.number(),
      record: z.number(),
      field: z.string(),
      code: z.enum(reasonCodes),
      says: z.string(),
    })
    .optional(),
});
export type Outcome = z.infer<typeof outcome>;

export const inOrder = <T extends { readonly number: number }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => one.number - other.number);

/** The problems of the records that failed. A skipped one is no problem of its import. */
export const failuresOf = (outcomes: readonly Outcome[]): RecordProblem[] =>
  outcomes.flatMap(({ outcome: became, problem }) => (became === 'failed' && problem ? [problem] : []));

/** The stored plan. Its steps contain the before-images. */
export const importPlan = z.object({
  v: z.literal(1),
  steps: z.array(planStep),
  /** The records that are not written, since they are not as they are expected. */
  unmet: z.array(outcome).default([]),
  /** The dry run with which the import is compared. */
  dryRun: z.string().nullable().default(null),
  /** Identifies the record sets of a dry run. */
  digest: z.string().optional(),
});
export type ImportPlan = z.infer<typeof importPlan>;
