import { z } from 'zod';
import type { Submission, SubmissionStatus } from '../submission/schemas.ts';
import { isSettled } from '../submission/transitions.ts';
import { usageOf, usageSchema } from '../views/usage.ts';
import { countsOf } from './counts.ts';
import { countsSchema, runSchema, undoCountsSchema, type Run } from './schemas.ts';
import { undoCountsOf } from './undo.ts';

/** A longer pause between two answers was not work, but a wait for calls or for the service. */
export const longestWorkMs = 5 * 60_000;

const phaseProgressSchema = z.object({ batches: z.int(), sent: z.int(), ended: z.int() });

/** What the tracker has done so far, all its executions together. */
export const trackerWorkSchema = z.object({
  steps: z.int(),
  /** How many submissions all steps have read. */
  read: z.int(),
});
export type TrackerWork = z.infer<typeof trackerWorkSchema>;

/**
 * What is known about all submissions of a run, in one item, so that whoever follows a run does not read them. Its tracker
 * writes it after each step that changed something. It is derived and not part of the history.
 */
export const progressSchema = z.object({
  /** When it was written. The counts depend on it. */
  status: runSchema.shape.status,
  counts: countsSchema,
  usage: usageSchema,
  dry: phaseProgressSchema.extend({ passed: z.int() }),
  real: phaseProgressSchema,
  /** Batches with an unknown outcome. */
  unknown: z.int(),
  /** The answers to all attempts, and for how long the batches were worked on between them. */
  answers: z.object({ count: z.int(), workMs: z.int(), lastAt: z.iso.datetime() }).optional(),
  /** Until then a batch waits for calls. */
  throttledUntil: z.iso.datetime().optional(),
  undo: undoCountsSchema.optional(),
  work: trackerWorkSchema.optional(),
});
export type Progress = Readonly<z.infer<typeof progressSchema>>;

export function progressOf(run: Run, submissions: readonly Submission[], work?: TrackerWork): Progress {
  const of = (phase: Submission['phase']) => submissions.filter((one) => one.phase === phase);
  const dry = of('dry');
  const throttledUntil = submissions
    .flatMap(({ status, notBefore }) => (status === 'parked' && notBefore !== undefined ? notBefore : []))
    .toSorted()
    .at(-1);
  return {
    status: run.status,
    counts: countsOf(run, submissions),
    usage: usageOf(submissions),
    dry: { ...phaseProgress(dry), passed: dry.filter(({ status }) => status === 'succeeded').length },
    real: phaseProgress(of('real')),
    unknown: submissions.filter(({ status }) => status === 'unknown').length,
    answers: answersIn(submissions),
    throttledUntil,
    undo: run.undo && undoCountsOf(submissions),
    work,
  };
}

const isSent: Record<SubmissionStatus, boolean> = {
  planned: false,
  parked: false,
  sending: false,
  accepted: true,
  unknown: true,
  succeeded: true,
  invalid: true,
  failed: true,
};

function phaseProgress(submissions: readonly Submission[]) {
  return {
    batches: submissions.length,
    sent: submissions.filter(({ status }) => isSent[status]).length,
    ended: submissions.filter(({ status }) => isSettled(status)).length,
  };
}

function answersIn(submissions: readonly Submission[]): Progress['answers'] {
  const accepted = submissions.flatMap(({ attempts }) =>
    attempts.flatMap(({ outcome, endedAt }) =>
      outcome === 'accepted' && endedAt !== undefined ? Date.parse(endedAt) : [],
    ),
  );
  const times = accepted.toSorted((one, other) => one - other);
  const last = times.at(-1);
  if (last === undefined) return undefined;
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const workMs = gaps.filter((gap) => gap <= longestWorkMs).reduce((sum, gap) => sum + gap, 0);
  return { count: times.length, workMs, lastAt: new Date(last).toISOString() };
}
