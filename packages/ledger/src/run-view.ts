import { z } from 'zod';
import { countsOf } from './counts.ts';
import { runStatuses, submissionStatuses, type Run, type Submission } from './model.ts';
import { isEnded } from './run-transitions.ts';
import { countsSchema, phaseSchema } from './schemas.ts';

/**
 * A run as the command line and the history API show it, without its submissions. What every run has at its end is
 * null until it is known; what only some runs have (`profile`, `reason`) is absent.
 */
export const runSummarySchema = z.object({
  runId: z.string(),
  key: z.string(),
  versionId: z.string(),
  sha256: z.string().nullable(),
  bytes: z.int(),
  droppedBy: z.string(),
  schema: z.string().nullable(),
  lookup: z.string().nullable(),
  profile: z.string().optional(),
  status: z.enum(runStatuses),
  counts: countsSchema,
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** In the files bucket. */
  resultKey: z.string().nullable(),
  reason: z.string().optional(),
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

/** One run whole. */
export const runViewSchema = runSummarySchema.extend({ submissions: z.array(submissionViewSchema) });
export type RunView = z.infer<typeof runViewSchema>;

export function runView(run: Run, submissions: readonly Submission[]): RunView {
  return { ...runSummary(run, submissions), submissions: submissions.map(submissionView) };
}

/**
 * With the submissions, counts are derived from them; without, they are those that the run ended with, or, of a run that
 * has not ended, the reading's alone, all good rows undecided.
 */
export function runSummary(run: Run, submissions?: readonly Submission[]): RunSummary {
  return {
    runId: run.runId,
    key: run.key,
    versionId: run.versionId,
    sha256: run.sha256 ?? null,
    bytes: run.bytes,
    droppedBy: run.droppedBy,
    schema: run.schema ?? null,
    lookup: run.lookup ?? null,
    ...(run.profile !== undefined && { profile: run.profile }),
    status: run.status,
    counts: submissions ? countsOf(run, submissions) : storedCounts(run),
    startedAt: run.startedAt,
    finishedAt: run.finishedAt ?? null,
    resultKey: run.resultKey ?? null,
    ...(run.reason !== undefined && { reason: run.reason }),
  };
}

function storedCounts(run: Run) {
  return isEnded(run.status) && run.counts ? run.counts : countsOf(run, []);
}

function submissionView({ batch, phase, importId, status, attempts }: Submission): SubmissionView {
  return { batch, phase, importId: importId ?? null, status, attempts: attempts.at(-1)?.number ?? 0 };
}
