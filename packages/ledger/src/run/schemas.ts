import { z } from 'zod';
import { mailEventSchema, noticeSchema } from '@sluice/mail/notice';
import {
  runStatuses,
  submissionStatuses,
  rowClasses,
  choices,
  type Approval,
  type Asked,
  type Attempt,
  type Batch,
  type Counts,
  type Decided,
  type LedgerEvent,
  type OfMigration,
  type Plan,
  type Reading,
  type Revert,
  type Run,
  type Submission,
  type Undo,
} from './model.ts';
import type { LateImport } from './late.ts';

const count = z.int().nonnegative();

export const countsSchema = z.object({
  read: count,
  created: count,
  updated: count,
  unchanged: count,
  deleted: count,
  landed: count,
  skipped: count,
  failed: count,
  notAttempted: count,
  unknown: count,
}) satisfies z.ZodType<Counts>;

/** The counts of one batch: only the classes that occur. */
export const rowCountsSchema = z.partialRecord(z.enum(rowClasses), count);

export const readingSchema = z.object({
  rows: count,
  batches: count,
  failed: count,
  skipped: count,
  notes: z.array(z.string()).optional(),
}) satisfies z.ZodType<Reading>;

const askedSchema = z.object({ at: z.string(), by: z.string() }) satisfies z.ZodType<Asked>;

export const planSchema = z.object({ counts: countsSchema, sha256: z.string() }) satisfies z.ZodType<Plan>;

export const approvalSchema = z.object({
  asked: z.int().positive(),
  plan: planSchema,
  approved: askedSchema.optional(),
  planKey: z.string().optional(),
}) satisfies z.ZodType<Approval>;

export const undoCountsSchema = z.object({ reversed: count, kept: count, failed: count });

const lateImportSchema = z.object({
  at: z.string(),
  batch: z.int().positive(),
  importId: z.string(),
  status: z.string().optional(),
}) satisfies z.ZodType<LateImport>;

const undoSchema = askedSchema.extend({
  counts: undoCountsSchema.optional(),
  reportKey: z.string().optional(),
}) satisfies z.ZodType<Undo>;

export const revertSchema = undoCountsSchema.extend({
  importId: z.string(),
  reason: z.string().optional(),
}) satisfies z.ZodType<Revert>;

export const ofMigrationSchema = z.object({
  migrationId: z.string().min(1),
  name: z.string(),
  scheduledAt: z.string(),
  step: z.int().positive(),
  profile: z.string().optional(),
  schema: z.string().optional(),
  lookup: z.string().optional(),
  sheet: z.string().optional(),
  dryRun: z.literal(true).optional(),
}) satisfies z.ZodType<OfMigration>;

/** What is known of a drop before anything of it was read. */
export const newRunSchema = z.object({
  runId: z.string(),
  bucket: z.string(),
  key: z.string(),
  versionId: z.string(),
  fileName: z.string(),
  bytes: count,
  droppedBy: z.string(),
  principal: z.string().optional(),
  droppedFrom: z.string().optional(),
  migration: ofMigrationSchema.optional(),
  target: z.string(),
  emails: z.array(z.string()),
});

export const runSchema = newRunSchema.extend({
  sha256: z.string().optional(),
  schema: z.string().optional(),
  lookup: z.string().optional(),
  profile: z.string().optional(),
  profileSha256: z.string().optional(),
  profileVersionId: z.string().optional(),
  invalidRows: z.literal('skip').optional(),
  mayAsk: z.literal(true).optional(),
  approval: approvalSchema.optional(),
  settings: z.string().optional(),
  again: z.literal(true).optional(),
  duplicateOf: z.string().optional(),
  status: z.enum(runStatuses),
  reason: z.string().optional(),
  reading: readingSchema.optional(),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
  resultKey: z.string().optional(),
  counts: countsSchema.optional(),
  trackers: count,
  notice: noticeSchema.optional(),
  reminders: count.optional(),
  mailEvents: z.array(mailEventSchema).optional(),
  cancel: askedSchema.optional(),
  undo: undoSchema.optional(),
  questions: count.optional(),
  askedAt: z.string().optional(),
  lane: z.string().optional(),
  laneSince: z.string().optional(),
  blockedBy: z.string().optional(),
  quietUntil: z.string().optional(),
  late: z.array(lateImportSchema).optional(),
  head: z.string().optional(),
  version: z.int().positive(),
}) satisfies z.ZodType<Run>;

export const batchSchema = z.object({
  runId: z.string(),
  number: z.int().positive(),
  objectKey: z.string(),
  sha256: z.string(),
  rows: count,
  firstRow: z.int().positive(),
  lastRow: z.int().positive(),
}) satisfies z.ZodType<Batch>;

const attemptSchema = z.object({
  number: z.int().positive(),
  owner: z.string(),
  sentAt: z.string(),
  leaseUntil: z.string(),
  endedAt: z.string().optional(),
  outcome: z.enum(['not_sent', 'accepted', 'rejected', 'ambiguous']).optional(),
  round: count.optional(),
  check: count.optional(),
  importId: z.string().optional(),
}) satisfies z.ZodType<Attempt>;

export const phaseSchema = z.enum(['dry', 'real']);

export const choiceSchema = z.enum(choices);

const decidedSchema = askedSchema.extend({
  choice: choiceSchema,
  question: count,
  importId: z.string().optional(),
}) satisfies z.ZodType<Decided>;

export const submissionSchema = z.object({
  runId: z.string(),
  batch: z.int().positive(),
  phase: phaseSchema,
  sha256: z.string(),
  rows: count,
  round: count.optional(),
  asked: count.optional(),
  check: count.optional(),
  foretold: z.string().optional(),
  status: z.enum(submissionStatuses),
  importId: z.string().optional(),
  attempts: z.array(attemptSchema),
  notBefore: z.string().optional(),
  counts: rowCountsSchema.optional(),
  reason: z.string().optional(),
  decided: decidedSchema.optional(),
  reverts: z.array(revertSchema).optional(),
  head: z.string().optional(),
  version: z.int().positive(),
}) satisfies z.ZodType<Submission>;

export const subjectSchema = z.union([
  z.enum(['run', 'migration']),
  z.templateLiteral([z.int(), '/', phaseSchema]),
]);

export const ledgerEventSchema = z.object({
  runId: z.string(),
  subject: subjectSchema,
  version: z.int().positive(),
  at: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  prev: z.string().optional(),
  hash: z.string().optional(),
}) satisfies z.ZodType<LedgerEvent>;
