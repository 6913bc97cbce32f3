import * as z from 'zod';
import type { Submission, SubmissionStatus } from '../model/submission.ts';
import { isSettled } from '../submission/transitions.ts';
import { usageOf, usageSchema } from './usage.ts';
import { countsOf } from '../submission/counts.ts';
import { countsSchema, runSchema, undoCountsSchema, type Run, type RunStatus } from '../model/run.ts';
import { undoCountsOf } from './undo.ts';

/** If nothing moves for longer, that was no work, but a wait for calls or for the service. */
export const longestWorkMs = 5 * 60_000;
/** The pace of a phase is not known before so many of its batches have ended. */
const leastEnded = 3;
/** Ends within so many times the time of the first one are among the first. */
const firstTogether = 1.25;

const phaseProgressSchema = z.object({ batches: z.int(), sent: z.int(), ended: z.int() });

/** How many batches of a phase had ended after how much work on it. */
const sightingSchema = z.object({ ms: z.int(), ended: z.int() });

/** How long the batches of a phase were worked on, as far as the steps of the tracker have seen. */
const phaseWorkSchema = z.object({
  ms: z.int(),
  /** The first ends: they came later than others, since nothing was under way before them. */
  first: sightingSchema.optional(),
  /** The latest sightings after that. */
  latest: z.array(sightingSchema).readonly(),
});
export type PhaseWork = Readonly<z.infer<typeof phaseWorkSchema>>;

/** What the tracker has done so far, all its executions together. */
export const trackerWorkSchema = z.object({
  steps: z.int(),
  /** The steps for which their invocation had waited, and how long in all. */
  stayed: z.object({ steps: z.int(), ms: z.int() }).default({ steps: 0, ms: 0 }),
  /** How many submissions all steps have read. */
  read: z.int(),
  /** The status of the run after the last step. */
  status: runSchema.shape.status,
  dry: phaseWorkSchema,
  real: phaseWorkSchema,
  /** When a step last saw that something had moved. */
  movedAt: z.iso.datetime(),
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
  /** Until then a batch waits for calls. */
  throttledUntil: z.iso.datetime().optional(),
  /** When nothing is being sent: what the next batch waits for, and until when. */
  waits: z.object({ until: z.iso.datetime(), why: z.string() }).optional(),
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
    throttledUntil,
    waits: waitOf(submissions),
    undo: run.undo && undoCountsOf(submissions),
    work,
  };
}

/** Undefined while some batch is being sent. */
function waitOf(submissions: readonly Submission[]): Progress['waits'] {
  if (submissions.some(({ status }) => status === 'planned' || status === 'sending')) return undefined;
  const parked = submissions.filter(({ status }) => status === 'parked');
  const [next] = parked.toSorted((one, other) => (one.notBefore ?? '').localeCompare(other.notBefore ?? ''));
  const { notBefore: until, reason: why } = next ?? {};
  return until === undefined || why === undefined ? undefined : { until, why };
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

/** What a step of the tracker has seen. */
export interface SeenStep {
  readonly at: Date;
  readonly status: RunStatus;
  /** The submissions that it has read, and those of the phase that goes on. */
  readonly read: number;
  readonly submissions: readonly Pick<Submission, 'status'>[];
  /** Whether anything has moved since the step before. */
  readonly hasMoved: boolean;
  /** How long its invocation had waited for it; absent in the first step of an invocation. */
  readonly stayedMs?: number | undefined;
}

const noWork: PhaseWork = { ms: 0, latest: [] };
const noSteps = { steps: 0, stayed: { steps: 0, ms: 0 } };
/** A step does not see every end, so the one before may have seen more of the pace. */
const latestKept = 3;
/** Of what is kept, so that it is not all of one moment: a part of the time so far. */
const apart = 0.2;

/** The work of the tracker with one more step. */
export function workAfter(before: TrackerWork | undefined, seen: SeenStep): TrackerWork {
  const { at, status, read, hasMoved, stayedMs } = seen;
  const movedAt = at.toISOString();
  const known = before ?? { ...noSteps, read: 0, status, dry: noWork, real: noWork, movedAt };
  const { steps, ms } = known.stayed;
  return {
    steps: known.steps + 1,
    stayed: stayedMs === undefined ? known.stayed : { steps: steps + 1, ms: ms + stayedMs },
    read: known.read + read,
    status,
    dry: known.status === 'checking' ? phaseWorkAfter(known.dry, known, seen) : known.dry,
    real: known.status === 'importing' ? phaseWorkAfter(known.real, known, seen) : known.real,
    movedAt: hasMoved ? movedAt : known.movedAt,
  };
}

function phaseWorkAfter(
  before: PhaseWork,
  { movedAt }: Pick<TrackerWork, 'movedAt'>,
  { at, submissions, hasMoved }: SeenStep,
): PhaseWork {
  const gap = at.getTime() - Date.parse(movedAt);
  const ms = before.ms + (hasMoved && gap <= longestWorkMs ? gap : 0);
  const ended = submissions.filter(({ status }) => isSettled(status)).length;
  const { first, latest } = before;
  if (first === undefined) return { ms, ...(ended > 0 && { first: { ms, ended } }), latest: [] };
  // Those that were under way together end about together, and show no pace.
  if (ms <= first.ms * firstTogether) return { ms, first: { ...first, ended }, latest: [] };
  if (!hasMoved) return { ...before, ms };
  const [lastButOne = first, last] = latest.slice(-2);
  const isClose = last !== undefined && last.ms - lastButOne.ms < ms * apart;
  const kept = isClose ? latest.slice(0, -1) : latest;
  return { ...before, ms, latest: [...kept, { ms, ended }].slice(-latestKept) };
}

/**
 * Milliseconds of work that are left for so many batches of a phase, by what has ended since the first ends; undefined if that is
 * too little.
 */
export function leftMsOf(batches: number, { ms, first, latest }: PhaseWork = noWork): number | undefined {
  if (first === undefined) return undefined;
  const paces = latest.flatMap((one) => {
    const since = one.ended - first.ended;
    return since < Math.max(leastEnded, first.ended) ? [] : (one.ms - first.ms) / since;
  });
  if (paces.length === 0) return undefined;
  const pace = Math.min(...paces);
  return Math.max(0, Math.min(...latest.map((one) => (batches - one.ended) * pace - (ms - one.ms))));
}
