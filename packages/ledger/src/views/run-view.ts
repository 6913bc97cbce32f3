import { z } from 'zod';
import { countsOf, unknownRows } from '../run/counts.ts';
import {
  runStatuses,
  submissionStatuses,
  type OfMigration,
  type Run,
  type Submission,
} from '../run/model.ts';
import { isEnded } from '../run/transitions.ts';
import {
  approvalSchema,
  countsSchema,
  ofMigrationSchema,
  phaseSchema,
  undoCountsSchema,
} from '../run/schemas.ts';
import { isQuiet } from '../lane/lanes.ts';
import { quietUntilOf } from '../run/quiet.ts';
import { toDecide } from '../run/to-decide.ts';
import { undoCountsOf } from '../run/undo.ts';
import { costOf, costSchema } from './cost.ts';
import { usageOf, usageSchema } from './usage.ts';

/**
 * A run as the command line and the history API show it, without its submissions. What every run has at its end is
 * null until it is known; what only some runs have (`profile`, `reason`, `notes`) is absent.
 */
export const runSummarySchema = z.object({
  runId: z.string(),
  /** Where the file lies; absent in answers of earlier versions. */
  bucket: z.string().optional(),
  key: z.string(),
  versionId: z.string(),
  sha256: z.string().nullable(),
  bytes: z.int(),
  droppedBy: z.string(),
  /** What S3 calls the principal, where `droppedBy` is a name that the uploader gave. */
  principal: z.string().optional(),
  /** The IP address that S3 was sent it from. */
  droppedFrom: z.string().optional(),
  /** The step of a migration that began it. */
  migration: ofMigrationSchema
    .pick({ migrationId: true, name: true, scheduledAt: true, step: true, sheet: true })
    .optional(),
  schema: z.string().nullable(),
  lookup: z.string().nullable(),
  profile: z.string().optional(),
  /** Of the profile's text as this run read it. */
  profileSha256: z.string().optional(),
  /** Of the profile's object. */
  profileVersionId: z.string().optional(),
  status: z.enum(runStatuses),
  counts: countsSchema,
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** In the files bucket. */
  resultKey: z.string().nullable(),
  reason: z.string().optional(),
  /** The run that imports, or has imported, the same content. */
  duplicateOf: z.string().optional(),
  /** While it waits for its turn to write: the run that it waits for. */
  blockedBy: z.string().optional(),
  /** How the file was understood. */
  notes: z.array(z.string()).optional(),
  /** Of the records that an undo was about, so far. */
  undo: undoCountsSchema.optional(),
  /** The report of the undo, in the files bucket. */
  undoReportKey: z.string().optional(),
  /** Of a run whose plan is to be approved, or was. */
  approval: approvalSchema.optional(),
  /** Who asked for the run to stop. */
  cancelledBy: z.string().optional(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const submissionViewSchema = z.object({
  batch: z.int(),
  phase: phaseSchema,
  importId: z.string().nullable(),
  status: z.enum(submissionStatuses),
  /** How many there were. */
  attempts: z.int(),
});
export type SubmissionView = z.infer<typeof submissionViewSchema>;

/** What a person is to decide of one batch. */
export const openDecisionSchema = z.object({
  batch: z.int(),
  /** How many of its rows nobody knows of. */
  rows: z.int(),
  /** Of the attempt that had no end. */
  importId: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** Until then it may still come to be imported, so that nobody can say that it is not there; absent in answers of earlier versions. */
  quietUntil: z.string().nullable().optional(),
});
export type OpenDecision = z.infer<typeof openDecisionSchema>;

/** One run whole; with what is to be decided while it waits for that. */
export const runViewSchema = runSummarySchema.extend({
  submissions: z.array(submissionViewSchema),
  /** Calls of `import`, and an estimate of what AWS takes for the run; the cost is absent in the answers of earlier versions. */
  usage: usageSchema.extend(costSchema.partial().shape).optional(),
  /** When it will have ended, about; null where that is not known. */
  eta: z.string().nullable().optional(),
  toDecide: z.array(openDecisionSchema).optional(),
  /** Until then an import of which nobody heard may still be written; other runs of its lane, and its own undo, wait. */
  quietUntil: z.string().optional(),
});
export type RunView = z.infer<typeof runViewSchema>;

export function runView(run: Run, submissions: readonly Submission[], now: Date): RunView {
  return {
    ...runSummary(run, submissions),
    submissions: submissions.map(submissionView),
    usage: { ...usageOf(submissions), ...costOf(run, submissions, now) },
    ...(run.status === 'needs_decision' && { toDecide: openDecisions(run, submissions) }),
    ...(isQuiet(run, now.toISOString()) && { quietUntil: run.quietUntil }),
  };
}

export function openDecisions(run: Run, submissions: readonly Submission[]): OpenDecision[] {
  return toDecide(run, submissions).map((submission) => ({
    batch: submission.batch,
    rows: unknownRows(submission),
    importId: submission.importId ?? null,
    sentAt: submission.attempts.at(-1)?.sentAt ?? null,
    quietUntil: quietUntilOf(submission) ?? null,
  }));
}

/**
 * With the submissions, counts are derived from them; without, they are those that the run ended with, or asks a person with,
 * or, of a run that is under way, the reading's alone, all good rows undecided.
 */
export function runSummary(run: Run, submissions?: readonly Submission[]): RunSummary {
  return {
    runId: run.runId,
    bucket: run.bucket,
    key: run.key,
    versionId: run.versionId,
    sha256: run.sha256 ?? null,
    bytes: run.bytes,
    droppedBy: run.droppedBy,
    ...(run.principal !== undefined && { principal: run.principal }),
    ...(run.droppedFrom !== undefined && { droppedFrom: run.droppedFrom }),
    ...(run.migration !== undefined && { migration: migrationOf(run.migration) }),
    schema: run.schema ?? null,
    lookup: run.lookup ?? null,
    ...(run.profile !== undefined && { profile: run.profile }),
    ...(run.profileSha256 !== undefined && { profileSha256: run.profileSha256 }),
    ...(run.profileVersionId !== undefined && { profileVersionId: run.profileVersionId }),
    status: run.status,
    counts: submissions ? countsOf(run, submissions) : storedCounts(run),
    startedAt: run.startedAt,
    finishedAt: run.finishedAt ?? null,
    resultKey: run.resultKey ?? null,
    ...(run.reason !== undefined && { reason: run.reason }),
    ...(run.duplicateOf !== undefined && { duplicateOf: run.duplicateOf }),
    ...(run.blockedBy !== undefined && { blockedBy: run.blockedBy }),
    ...(run.reading?.notes !== undefined && { notes: [...run.reading.notes] }),
    ...(run.undo !== undefined && { undo: run.undo.counts ?? undoCountsOf(submissions ?? []) }),
    ...(run.undo?.reportKey !== undefined && { undoReportKey: run.undo.reportKey }),
    ...(run.approval !== undefined && { approval: run.approval }),
    ...(run.cancel !== undefined && { cancelledBy: run.cancel.by }),
  };
}

function migrationOf({ migrationId, name, scheduledAt, step, sheet }: OfMigration) {
  return { migrationId, name, scheduledAt, step, ...(sheet !== undefined && { sheet }) };
}

function storedCounts(run: Run) {
  const isOver = isEnded(run.status) || run.status === 'undoing' || run.status === 'needs_decision';
  return isOver && run.counts ? run.counts : countsOf(run, []);
}

function submissionView({ batch, phase, importId, status, attempts }: Submission): SubmissionView {
  return { batch, phase, importId: importId ?? null, status, attempts: attempts.at(-1)?.number ?? 0 };
}
