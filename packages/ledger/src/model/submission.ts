import * as z from 'zod';
import { count } from './reading.ts';
import { requestedSchema, rowClasses, undoCountsSchema } from './run.ts';

/** The one declaration of batches and submissions. Times are ISO 8601 in UTC with milliseconds. */

/** The records of one `import` request. They are an object in the files bucket. */
export const batchSchema = z.object({
  runId: z.string(),
  number: z.int().positive(),
  objectKey: z.string(),
  /** Hash of the bytes of the JSON of the record sets. */
  sha256: z.string(),
  rows: count,
  firstRow: z.int().positive(),
  lastRow: z.int().positive(),
});
export type Batch = Readonly<z.infer<typeof batchSchema>>;

export const phaseSchema = z.enum(['dry', 'real']);
export type Phase = z.infer<typeof phaseSchema>;

export const submissionStatuses = [
  'planned',
  /** A durable intent: a worker has the lease and may have sent the request (invariant 2). */
  'sending',
  /** Waits until `notBefore`, because of a rate limit or an outage. */
  'parked',
  /** The service gave an importId; its outcome is awaited. */
  'accepted',
  /** It is not known whether the service took it (invariant 3). */
  'unknown',
  /** Ended: the service accepts (dry) or has written (real) every record. */
  'succeeded',
  /** Ended: the service refused some records by name. Nothing was written. */
  'invalid',
  /** Ended: the service failed half-way or refused the whole request. */
  'failed',
] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

/** The counts of one batch: only the classes that occur. */
export const rowCountsSchema = z.partialRecord(z.enum(rowClasses), count);
export type RowCounts = Readonly<z.infer<typeof rowCountsSchema>>;

const attemptSchema = z.object({
  number: z.int().positive(),
  owner: z.string(),
  sentAt: z.string(),
  leaseUntil: z.string(),
  endedAt: z.string().optional(),
  /** What is known about the call after it returned, or did not. */
  outcome: z.enum(['not_sent', 'accepted', 'rejected', 'ambiguous']).optional(),
  /** The round and check of the dry run; absent in the first. */
  round: count.optional(),
  check: count.optional(),
  /** Whether it was sent under the batch's idempotency key. */
  keyed: z.literal(true).optional(),
  importId: z.string().optional(),
  /** When its import was found to have ended. */
  doneAt: z.string().optional(),
  /** The hash of what the service keeps of its values. Absent if the service gave none. */
  valuesSha256: z.string().optional(),
});
export type Attempt = Readonly<z.infer<typeof attemptSchema>>;

export const choices = [
  /** It is this import: → accepted, and polled. */
  'attach',
  /** A person has seen its rows in the service: they landed. */
  'landed',
  /** The service did not take it: its rows were not attempted. */
  'notApplied',
  /** Whatever happened to it: → planned, and sent with a new intent. */
  'sendAgain',
] as const;
export const choiceSchema = z.enum(choices);
export type Choice = z.infer<typeof choiceSchema>;

/** A person's decision on a submission with an unknown outcome. */
const decidedSchema = requestedSchema.extend({
  choice: choiceSchema,
  /** The question of the run that it answers. */
  question: count,
  importId: z.string().optional(),
});

export const revertSchema = undoCountsSchema.extend({
  importId: z.string(),
  /** Why it failed, in a short sentence without cell values. */
  reason: z.string().optional(),
});
export type Revert = Readonly<z.infer<typeof revertSchema>>;

export const submissionSchema = z.object({
  runId: z.string(),
  batch: z.int().positive(),
  phase: phaseSchema,
  /** Hash of the record sets that are sent. A dry run starts with those of its batch; refused rows are left out later. */
  sha256: z.string(),
  /** The number of rows in its batch; for a real submission, of those that are sent. */
  rows: count,
  /** How often a dry run was repeated with fewer rows, and how many rows it has now. */
  round: count.optional(),
  asked: count.optional(),
  /** The approval after which a dry run was repeated. */
  check: count.optional(),
  /** Of a dry run whose preview is kept: its hash, and how the records would end. A row may have several. */
  previewSha256: z.string().optional(),
  recordCounts: rowCountsSchema.optional(),
  status: z.enum(submissionStatuses),
  /** From the last attempt that got one. */
  importId: z.string().optional(),
  /**
   * By number, from 1. An outage may cause hundreds of attempts, so of those without any effect only the latest are kept here.
   * The history has all of them.
   */
  attempts: z.array(attemptSchema).readonly(),
  notBefore: z.string().optional(),
  /** How the rows ended, or would end after a dry run; set when the submission ends. */
  counts: rowCountsSchema.optional(),
  /** Why, in a code or short sentence without cell values. */
  reason: z.string().optional(),
  /** A person's last answer while the outcome was unknown. */
  decided: decidedSchema.optional(),
  /** The imports of this batch that an undo of the run has reverted. */
  reverts: z.array(revertSchema).readonly().optional(),
  /** The hash of the last event; set when the item is written. */
  head: z.string().optional(),
  version: z.int().positive(),
});
export type Submission = Readonly<z.infer<typeof submissionSchema>>;
