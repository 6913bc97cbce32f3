import { time } from '@sluice/contract/words';
import * as z from 'zod';
import { countsOf, unknownRows } from '../submission/counts.ts';
import { type Run, countsSchema, proposalSchema, runSchema, undoCountsSchema } from '../model/run.ts';
import { ofMigrationSchema } from '../model/of-migration.ts';
import { type Submission, phaseSchema, submissionStatuses } from '../model/submission.ts';
import { isAtWork, isEnded, isOver } from '../model/status.ts';
import { isQuiet } from '../run/lanes.ts';
import { quietUntilOf } from '../run/late-imports.ts';
import { toDecide } from '../run/to-decide.ts';
import { undoCountsOf } from '../run/undo.ts';
import { costOf, costSchema } from './cost.ts';
import { progressOf, type Progress } from '../run/progress.ts';
import { usageSchema } from '../run/usage.ts';
import { readingSchema } from '../model/reading.ts';

/** The fields that are shown as they are stored. */
const asStoredSchema = runSchema.pick({
  runId: true,
  bucket: true,
  key: true,
  versionId: true,
  bytes: true,
  droppedBy: true,
  principal: true,
  droppedFrom: true,
  corrects: true,
  sheetName: true,
  profile: true,
  profileSha256: true,
  profileVersionId: true,
  profileSavedBy: true,
  status: true,
  startedAt: true,
  reason: true,
  reasonCodes: true,
  duplicateOf: true,
  blockedBy: true,
  blockedSince: true,
  secondPerson: true,
  approval: true,
  reverts: true,
});

const stepSchema = ofMigrationSchema.pick({
  migrationId: true,
  name: true,
  scheduledAt: true,
  step: true,
  sheet: true,
  dryRun: true,
  definitionUpload: true,
});

/**
 * A run without its submissions, for the command line and the history API. Fields that every run has at its end are null until
 * they are known. Fields that only some runs have (`profile`, `reason`, `notes`, `warnings`) may be absent.
 */
export const runSummarySchema = asStoredSchema.extend({
  sha256: z.string().nullable(),
  schema: z.string().nullable(),
  lookup: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** In the files bucket. */
  resultKey: z.string().nullable(),
  counts: countsSchema,
  /** The step of a migration that began it. */
  migration: stepSchema.optional(),
  /** How the file was understood. */
  notes: z.array(z.string()).readonly().optional(),
  /** Signs of a mistake in rows that are each right. */
  warnings: readingSchema.shape.warnings,
  /** The records of an undo, so far. */
  undo: undoCountsSchema.optional(),
  /** The report of the undo, in the files bucket. */
  undoReportKey: z.string().optional(),
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

/** A batch that a person has to decide on. */
const openDecisionSchema = z.object({
  batch: z.int(),
  /** How many of its rows have an unknown outcome. */
  rows: z.int(),
  /** The last known importId. */
  importId: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** Until then it may still be imported, so it may be missing in the service only for now. Null if nothing can come any more. */
  quietUntil: z.string().nullable(),
});
export type OpenDecision = z.infer<typeof openDecisionSchema>;

/** Whether its import is known to have ended, so that nobody has to wait. */
export const hasImportEnded = ({ importId, quietUntil }: OpenDecision): boolean =>
  importId !== null && quietUntil === null;

const earlierRunSchema = asStoredSchema.pick({
  runId: true,
  key: true,
  droppedBy: true,
  principal: true,
  status: true,
  startedAt: true,
});
export type EarlierRun = z.infer<typeof earlierRunSchema>;

/** The run that imported the same bytes before, and those that wrote to the same records since, the newest first. */
const importedBeforeSchema = z.object({
  run: earlierRunSchema,
  between: z.array(earlierRunSchema).readonly(),
  /** How many further ones there are. */
  more: z.int(),
});
export type ImportedBefore = z.infer<typeof importedBeforeSchema>;
export const importedBeforeOf = ({ run, between, more }: ImportedBefore): ImportedBefore =>
  importedBeforeSchema.parse({ run, between, more });

/** A run without its submissions, with the decisions that it waits for. */
export const runHeadSchema = runSummarySchema.extend({
  /** Calls of `import`, and an estimate of what AWS charges for the run. */
  usage: usageSchema.extend(costSchema.shape),
  /** About when it will end; null if that is not known. */
  eta: z.string().nullable().optional(),
  toDecide: z.array(openDecisionSchema).optional(),
  /** A profile with which the file would be read, if the run stopped for its columns. */
  proposal: proposalSchema.optional(),
  /** Of a run that has ended or waits for a person. */
  importedBefore: importedBeforeSchema.optional(),
  /** Until then an unresolved import may still write. Other runs of its lane, and its own undo, wait. */
  quietUntil: z.string().optional(),
});
export type RunHead = z.infer<typeof runHeadSchema>;

/** A whole run. */
export const runViewSchema = runHeadSchema.extend({ submissions: z.array(submissionViewSchema) });
export type RunView = z.infer<typeof runViewSchema>;

export function runView(run: Run, submissions: readonly Submission[], now: Date): RunView {
  const head = runHead({ run, progress: progressOf(run, submissions), submissions }, now);
  return { ...head, submissions: submissions.map(submissionView) };
}

export interface HeadFacts {
  readonly run: Run;
  /** Undefined before the first step of the tracker. */
  readonly progress?: Progress | undefined;
  /** Only needed while the run waits for decisions. */
  readonly submissions?: readonly Submission[];
}

export function runHead({ run, progress, submissions = [] }: HeadFacts, now: Date): RunHead {
  const summary = runSummary(run);
  const { usage, dry, real, undo, work } = progress ?? progressOf(run, []);
  return {
    ...summary,
    counts: countsIn(run, progress) ?? summary.counts,
    undo: run.undo && (run.undo.counts ?? undo ?? summary.undo),
    usage: { ...usage, ...costOf(run, { usage, dry, real, work }) },
    proposal: run.proposal,
    reason: summary.reason ?? waitText(run, progress, now),
    ...(run.status === 'needs_decision' && { toDecide: openDecisions(run, submissions) }),
    ...(isQuiet(run, now.toISOString()) && { quietUntil: run.quietUntil }),
  };
}

/** What a run under way waits for, and until when. */
function waitText({ status }: Run, progress: Progress | undefined, now: Date): string | undefined {
  const { until = '', why = '' } = progress?.waits ?? {};
  return isAtWork(status) && until > now.toISOString() ? `Waiting until ${time(until)}: ${why}.` : undefined;
}

/** The counts of the progress are only true while the run is in the same status. */
function countsIn(run: Run, progress: Progress | undefined) {
  if (progress?.status === run.status) return progress.counts;
  return isEnded(run.status) ? run.counts : undefined;
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
 * With the submissions, the counts are derived from them. Without, they are the stored counts of a run that ended or asks a
 * person; for a run under way they are those of its reading, with all good rows undecided.
 */
export function runSummary(run: Run, submissions?: readonly Submission[]): RunSummary {
  return {
    ...asStoredSchema.parse(run),
    migration: run.migration && stepSchema.parse(run.migration),
    sha256: run.sha256 ?? null,
    schema: run.schema ?? null,
    lookup: run.lookup ?? null,
    finishedAt: run.finishedAt ?? null,
    resultKey: run.resultKey ?? null,
    counts: submissions ? countsOf(run, submissions) : storedCounts(run),
    notes: run.reading?.notes,
    warnings: run.reading?.warnings,
    undo: run.undo && (run.undo.counts ?? undoCountsOf(submissions ?? [])),
    undoReportKey: run.undo?.reportKey,
    cancelledBy: run.cancel?.by,
  };
}

function storedCounts(run: Run) {
  return isOver(run.status) && run.counts ? run.counts : countsOf(run, []);
}

export function submissionView({ batch, phase, importId, status, attempts }: Submission): SubmissionView {
  return { batch, phase, importId: importId ?? null, status, attempts: attempts.at(-1)?.number ?? 0 };
}
