import {
  eventLine,
  newRun,
  newSubmission,
  placeInHistory,
  realSubmission,
  runBegun,
  sentSha256,
  subjectOf,
  submissionPlanned,
  type Versioned,
} from './beginnings.ts';
import { contentOf, isReleased } from './claims.ts';
import { runAfter } from './final-counts.ts';
import type { InLane, Ledger, Moved, RunFilter, SubmissionRef } from './ledger.ts';
import type { Batch, LedgerEvent, Run, Submission } from './model.ts';
import { dryRunMissing, found, sameBytes } from './refusals.ts';
import { byBatchAndPhase, byStart, compare, instant } from './order.ts';
import { needsLane, placeInLane, waitsForLane } from './lanes.ts';
import { isOpen, nextRun } from './run-transitions.ts';
import { nextSubmission } from './submission-transitions.ts';

interface Stored {
  readonly runs: Map<string, Run>;
  readonly batches: Map<string, Batch>;
  readonly submissions: Map<string, Submission>;
  readonly events: LedgerEvent[];
  /** Run by content. */
  readonly claims: Map<string, string>;
  /** By lane, the run that took it last. */
  readonly lanes: Map<string, string>;
}

/** A ledger that lasts as long as the process: for tests of what is built on it. */
export function createMemoryLedger({ now }: { readonly now: () => Date }): Ledger {
  const stored: Stored = {
    runs: new Map(),
    batches: new Map(),
    submissions: new Map(),
    events: [],
    claims: new Map(),
    lanes: new Map(),
  };
  const submissions = async (runId: string) =>
    ofRun(stored.submissions.values(), runId).toSorted(byBatchAndPhase);

  return {
    beginRun: async (facts) => {
      const known = stored.runs.get(facts.runId);
      if (known) return { created: false, run: known };
      const run = newRun(facts, now().toISOString());
      put(stored, run, runBegun(run));
      return { created: true, run };
    },
    run: async (runId) => stored.runs.get(runId),
    runs: async (filter) => newestFirst([...stored.runs.values()], filter),
    openRuns: async () => [...stored.runs.values()].filter(isOpen).toSorted(byStart),
    moveRun: async (runId, asked) => {
      const run = found(stored.runs.get(runId), runId);
      const { next, event } = await runAfter(run, asked, () => submissions(runId));
      return moved(run, next, (now) => {
        put(stored, now, eventLine(event, { runId, subject: 'run', version: now.version }));
      });
    },
    claim: async (run) => claim(stored, run),
    takeLane: async (runId, at) => takeLane(stored, found(stored.runs.get(runId), runId), at),
    nextInLane: async (lane, at) => (holderOf(stored, lane, at) ? undefined : waitingIn(stored, lane)[0]),
    planBatch: async (batch) => {
      const known = stored.batches.get(batchKey(batch.runId, batch.number));
      if (known) return sameBytes(known, batch);
      stored.batches.set(batchKey(batch.runId, batch.number), batch);
      plan(stored, newSubmission(batch, 'dry'), now());
    },
    batch: async (runId, number) => stored.batches.get(batchKey(runId, number)),
    batches: async (runId) => ofRun(stored.batches.values(), runId).toSorted((a, b) => a.number - b.number),
    planRealSubmissions: async (batches) => {
      for (const batch of batches) planReal(stored, batch, now());
    },
    submission: async (ref) => stored.submissions.get(submissionKey(ref)),
    submissions,
    moveSubmission: async (ref, event) => {
      const submission = found(stored.submissions.get(submissionKey(ref)), submissionKey(ref));
      return moved(submission, nextSubmission(submission, event), (now) => {
        stored.submissions.set(submissionKey(now), now);
        const { runId, version } = now;
        stored.events.push(eventLine(event, { runId, subject: subjectOf(now), version }));
      });
    },
    events: async (runId) => ofRun(stored.events, runId).toSorted(byPlace),
  };
}

function claim(stored: Stored, run: Run): string {
  const content = contentOf(run);
  if (content === undefined) return run.runId;
  const holder = stored.runs.get(stored.claims.get(content) ?? '');
  if (holder && !isReleased(holder.status)) return holder.runId;
  stored.claims.set(content, run.runId);
  return run.runId;
}

function takeLane(stored: Stored, run: Run, at: string): InLane {
  const { runId, lane } = run;
  const blockedBy = blockerOf(stored, run, at)?.runId;
  if (blockedBy !== undefined) return { run, blockedBy };
  const event = { type: 'laneTaken', at } as const;
  const next = nextRun(run, event);
  if (lane === undefined || next === undefined) return { run };
  stored.lanes.set(lane, runId);
  put(stored, next, eventLine(event, { runId, subject: 'run', version: next.version }));
  return { run: next };
}

function holderOf(stored: Stored, lane: string, at: string): Run | undefined {
  const last = stored.runs.get(stored.lanes.get(lane) ?? '');
  return last && needsLane(last, at) ? last : undefined;
}

function waitingIn(stored: Stored, lane: string): Run[] {
  return [...stored.runs.values()]
    .filter((run) => run.lane === lane && waitsForLane(run))
    .toSorted((one, other) => compare(placeInLane(one), placeInLane(other)));
}

/** The run that keeps another one, which waits, from its lane. */
function blockerOf(stored: Stored, run: Run, at: string): Run | undefined {
  if (run.lane === undefined || !waitsForLane(run)) return undefined;
  const holder = holderOf(stored, run.lane, at);
  const [first] = waitingIn(stored, run.lane);
  if (holder && holder.runId !== run.runId) return holder;
  return first?.runId === run.runId ? undefined : first;
}

const ofRun = <T extends { readonly runId: string }>(items: Iterable<T>, runId: string) =>
  [...items].filter((item) => item.runId === runId);
const batchKey = (runId: string, number: number) => `${runId} ${number}`;
const submissionKey = ({ runId, batch, phase }: SubmissionRef) => `${runId} ${batch} ${phase}`;

function put(stored: Stored, run: Run, event: LedgerEvent): void {
  stored.runs.set(run.runId, run);
  stored.events.push(event);
}

function plan(stored: Stored, submission: Submission, at: Date): void {
  stored.submissions.set(submissionKey(submission), submission);
  stored.events.push(submissionPlanned(submission, at.toISOString()));
}

function planReal(stored: Stored, batch: Batch, at: Date): void {
  const { runId, number } = batch;
  const known = stored.submissions.get(submissionKey({ runId, batch: number, phase: 'real' }));
  const dry = stored.submissions.get(submissionKey({ runId, batch: number, phase: 'dry' }));
  if (known) return sameBytes(known, { ...batch, sha256: sentSha256(batch, dry) });
  const real = realSubmission(batch, dry);
  if (!real) throw dryRunMissing(batch);
  plan(stored, real, at);
}

function moved<T extends Versioned>(before: T, next: T | undefined, write: (now: T) => void): Moved<T> {
  if (!next) return { moved: false, now: before };
  if (next !== before) write(next);
  return { moved: true, now: next };
}

const byPlace = (a: LedgerEvent, b: LedgerEvent) => compare(placeInHistory(a), placeInHistory(b));

function newestFirst(runs: Run[], { since, status, limit }: RunFilter): Run[] {
  const from = since === undefined ? '' : instant(since);
  return runs
    .filter((run) => run.startedAt >= from && (!status || run.status === status))
    .toSorted((a, b) => byStart(b, a))
    .slice(0, limit);
}
