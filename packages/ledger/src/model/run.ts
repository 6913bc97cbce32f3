import { mailEventSchema, noticeSchema } from '../notice/notice.ts';
import * as z from 'zod';
import { ofMigrationSchema } from './of-migration.ts';
import { arrivalSchema, turnSchema } from './lane.ts';
import { count, readingSchema } from './reading.ts';

/** The one declaration of a run and its parts. Times are ISO 8601 in UTC with milliseconds. */

export const runStatuses = [
  'reading',
  'queued',
  'checking',
  'awaiting_approval',
  'importing',
  'succeeded',
  'partly_succeeded',
  'rejected',
  'failed',
  'needs_decision',
  'duplicate',
  'superseded',
  'cancelled',
  'undoing',
  'undone',
] as const;
export type RunStatus = (typeof runStatuses)[number];

export const rowClasses = [
  'created',
  'updated',
  'unchanged',
  'deleted',
  'landed',
  'skipped',
  'filtered',
  'failed',
  'notAttempted',
  'unknown',
] as const;
export type RowClass = (typeof rowClasses)[number];

/** Every row that was read is in exactly one class (invariant 1). */
export const countsSchema = z.object({
  read: count,
  created: count,
  updated: count,
  unchanged: count,
  deleted: count,
  landed: count,
  skipped: count,
  filtered: count,
  failed: count,
  notAttempted: count,
  unknown: count,
});
export type Counts = Readonly<z.infer<typeof countsSchema>>;

export const requestedSchema = z.object({ at: z.string(), by: z.string() });

/** What a run will do, according to its dry runs. */
export const planSchema = z.object({
  /** How the rows would end. */
  counts: countsSchema,
  /** Hash of the preview of every row: two plans with the same hash do the same to the same records. */
  sha256: z.string(),
});
export type Plan = Readonly<z.infer<typeof planSchema>>;

/** The guard rails that a plan goes beyond, and how far. */
export const crossedSchema = z
  .array(
    z.object({
      rail: z.enum(['mostInvalid', 'mostChanged', 'mostDeleted', 'mostWarned']),
      setBy: z.enum(['profile', 'stack']),
      /** So many of the rows that were read and not filtered out, or of the records. */
      count,
      of: count,
      /** As it is set: a number, or a share such as `5 %`. */
      most: z.union([count, z.string()]),
      /** The same as a number. */
      allowed: count,
    }),
  )
  .readonly();

/** A plan that a person is asked to approve. */
const approvalSchema = z.object({
  /** How often approval was requested. A plan that changed after its approval needs a new one. */
  asked: z.int().positive(),
  plan: planSchema,
  crossed: crossedSchema.optional(),
  approved: requestedSchema.optional(),
  /** The plan row by row, in the files bucket. */
  planKey: z.string().optional(),
});
export type Approval = Readonly<z.infer<typeof approvalSchema>>;

/** What an undo did to records: put back, kept because somebody changed them since, or failed. */
export const undoCountsSchema = z.object({ reversed: count, kept: count, failed: count });
export type UndoCounts = Readonly<z.infer<typeof undoCountsSchema>>;

const undoSchema = requestedSchema.extend({
  counts: undoCountsSchema.optional(),
  /** The report, in the files bucket. */
  reportKey: z.string().optional(),
});

/** An import with an importId that came after its run had ended. */
const lateImportSchema = z.object({
  at: z.string(),
  batch: z.int().positive(),
  importId: z.string(),
  /** Its status at its end by the service, or why that is unknown; absent while it goes on. */
  status: z.string().optional(),
});
export type LateImport = Readonly<z.infer<typeof lateImportSchema>>;

/** An import of the run that an operator reverted in the control panel of the service. */
export const revertedImportSchema = z.object({
  /** When the run received it. */
  at: z.string(),
  batch: z.int().positive(),
  importId: z.string(),
  /** The principal that asked for it, and when. */
  by: z.string(),
  startedDate: z.string(),
  ...undoCountsSchema.shape,
});
export type RevertedImport = Readonly<z.infer<typeof revertedImportSchema>>;

/** Somebody erased the values of one record. */
export const erasureSchema = z.object({
  at: z.string(),
  by: z.string(),
  /** A hash of the value with a receipt that only this person has. */
  record: z.string(),
  objects: z.int(),
});

/** A profile with which a run that stopped for its columns would read its file. A person takes it, or does not. */
export const proposalSchema = z.object({
  /** The program whose export the file is. */
  layout: z.string().optional(),
  /** As it can be saved. */
  profile: z.record(z.string(), z.unknown()).readonly(),
  choices: z
    .array(
      z.object({
        columns: z.array(z.string()).readonly(),
        /** Absent for a column that is left out. */
        field: z.string().optional(),
        /** From 0 to 1; 1 is certain. */
        score: z.number(),
        why: z.string(),
      }),
    )
    .readonly(),
});
export type Proposal = Readonly<z.infer<typeof proposalSchema>>;

/** What is known about a drop before it is read. */
export const newRunSchema = z.object({
  runId: z.string(),
  bucket: z.string(),
  key: z.string(),
  versionId: z.string(),
  fileName: z.string(),
  bytes: count,
  /** A person's name if it is known, else the principal by S3. */
  droppedBy: z.string(),
  /** The principal by S3, if `droppedBy` is a name that the uploader gave. */
  principal: z.string().optional(),
  /** The IP address of the uploader. For operators, never for a log. */
  droppedFrom: z.string().optional(),
  migration: ofMigrationSchema.optional(),
  /** The run whose file this one corrects, according to the uploader. */
  corrects: z.string().optional(),
  /** The sheet of a workbook that its uploader names. */
  sheetName: z.string().optional(),
  /** Where the records go: the base URL of the service. */
  target: z.string(),
  emails: z.array(z.string()).readonly(),
  ...arrivalSchema.shape,
});
export type NewRun = Readonly<z.infer<typeof newRunSchema>>;

/** The settings of a run, from its inbox folder or its migration. */
const settingsSchema = z.object({
  schema: z.string(),
  lookup: z.string(),
  profile: z.string().optional(),
  /** Hash of the profile's text as this run read it. */
  profileSha256: z.string().optional(),
  /** Version of the profile's object; absent if an earlier start that died had read it. */
  profileVersionId: z.string().optional(),
  /** Who saved this version, if S3 has reported it by then. */
  profileSavedBy: z.string().optional(),
  /** Refused rows are left out and the others written. Without it nothing is written unless every row passes. */
  invalidRows: z.literal('skip').optional(),
  /** Hash of all settings that decide what is sent. */
  settings: z.string().optional(),
  /** Import the file even if the last run that wrote in its lane imported the same content. */
  again: z.literal(true).optional(),
  /** Runs with the same lane write to the same place and take turns. */
  lane: z.string().optional(),
});

/** A time whose events are not in the ledger, since it was restored from a backup. */
export const lostTimeSchema = z.object({ from: z.iso.datetime(), until: z.iso.datetime() });
export type LostTime = Readonly<z.infer<typeof lostTimeSchema>>;

/** Whether and by whom a run must be approved, as far as its settings and its sheet show. */
export const approvalNeedsSchema = z.object({
  /** A person may have to approve the plan: the previews of its dry runs are kept. */
  mayNeedApproval: z.literal(true).optional(),
  /** Whoever approves neither dropped nor corrected the file. */
  secondPerson: z.literal(true).optional(),
});

/** The facts that `settingsKnown` adds to a run. */
export const knownSettingsSchema = settingsSchema.extend(newRunSchema.pick({ emails: true }).shape);

/** One object version in the inbox, and all that Sluice did for it. */
export const runSchema = newRunSchema.extend({
  ...settingsSchema.partial().shape,
  ...approvalNeedsSchema.shape,
  sha256: z.string().optional(),
  /** The run that has imported the same content, and after which no run wrote in the lane. */
  duplicateOf: z.string().optional(),
  approval: approvalSchema.optional(),
  /** The run may have gone on in this time, of which the ledger has nothing. */
  restored: lostTimeSchema
    .extend({
      at: z.string(),
      /** Dry runs of earlier checks are repeated: others may have written what they saw. */
      check: count,
    })
    .optional(),
  status: z.enum(runStatuses),
  /** Why the run ended as it did, for a person; has no cell value. */
  reason: z.string().optional(),
  /** The codes of its reasons; docs/reasons.md has them. */
  reasonCodes: z.array(z.string()).readonly().optional(),
  proposal: proposalSchema.optional(),
  /** Set once the sheet was read to its end. */
  reading: readingSchema.optional(),
  startedAt: z.string(),
  /** When it began to write. */
  importingSince: z.string().optional(),
  finishedAt: z.string().optional(),
  resultKey: z.string().optional(),
  /** What lists of runs show: the counts at the end of the run, or when a person was asked. */
  counts: countsSchema.optional(),
  /** How many tracking executions were started. The last one is `<runId>-<trackers>`. */
  trackers: count,
  notice: noticeSchema.optional(),
  /** How many reminders were sent since the question was asked. */
  reminders: count.optional(),
  /** The newest reports of the mail service about the run's mails. The history has all of them. */
  mailEvents: z.array(mailEventSchema).readonly().optional(),
  /** Somebody wants the run to stop: nothing more is sent for real, and requests in flight are awaited. */
  cancel: requestedSchema.optional(),
  /** Somebody wants the run undone. Has the totals once that is over. */
  undo: undoSchema.optional(),
  /** How often a person was asked to decide on submissions. A decision answers one question. */
  questions: count.optional(),
  /** When the last question was asked. */
  questionAt: z.string().optional(),
  ...turnSchema.shape,
  /** Until then an unresolved import of a cancelled run may still write. */
  quietUntil: z.string().optional(),
  /** Imports with ids that came after the run had ended. */
  late: z.array(lateImportSchema).readonly().optional(),
  /** The newest of its imports that an operator reverted. The history has all of them. */
  reverts: z.array(revertedImportSchema).readonly().optional(),
  /** When values of one record were erased from its objects. */
  erasures: z.array(erasureSchema).readonly().optional(),
  /** The hash of the last event; set when the item is written. */
  head: z.string().optional(),
  /** Increases by one with every write of this item. */
  version: z.int().positive(),
});
export type Run = Readonly<z.infer<typeof runSchema>>;
