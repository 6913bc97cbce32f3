import {
  beginnings,
  eventLine,
  newRun,
  newSubmission,
  realSubmission,
  runBegun,
  sentSha256,
  subjectOf,
} from '../../history/beginnings.ts';
import { type Headed, type Link, linked, plannedAt } from '../../history/chain.ts';
import { contentOf, repeats } from '../../run/claims.ts';
import { runAfter } from '../../run/final-counts.ts';
import type { InLane, Ledger, Moved } from '../../port/ledger.ts';
import type { SealNote } from '../../model/seal-note.ts';
import { asideOf, isQuiet, lands, standOf, waitsForLane } from '../../run/lanes.ts';
import { landsIn, mayAskAgain, nextInLane, turnOf, type Asked, type LaneReads } from '../../lane/turn.ts';
import { type Stored, batchKey, memoryReads, submissionKey } from './reads.ts';
import type { Batch, Submission } from '../../model/submission.ts';
import type { LedgerEvent } from '../../model/event.ts';
import type { Run } from '../../model/run.ts';
import { compare, dayOf } from '../../model/order.ts';
import { dryRunMissing, found, sameBytes } from '../../refusals.ts';
import { isEnded } from '../../model/status.ts';
import { nextRun } from '../../run/transitions.ts';
import { nextSubmission } from '../../submission/transitions.ts';

export function createMemoryLedger({ now }: { readonly now: () => Date }): Ledger {
  const stored: Stored = {
    runs: new Map(),
    batches: new Map(),
    submissions: new Map(),
    events: [],
    claims: new Map(),
    writers: new Map(),
    lanes: new Map(),
    landed: new Map(),
    changed: new Set(),
    sealNotes: new Map(),
    progress: new Map(),
    daySums: new Map(),
  };
  const reads = memoryReads(stored);

  return {
    ...reads,
    beginRun: async (facts) => {
      const known = stored.runs.get(facts.runId);
      if (known) return { created: false, run: known };
      const begun = newRun(facts, now().toISOString());
      const link = linked(begun, runBegun(begun));
      put(stored, link, now());
      return { created: true, run: link.item };
    },
    moveRun: async (runId, asked) => {
      const run = found(stored.runs.get(runId), runId);
      const { next, event } = await runAfter(run, asked, () => reads.submissions(runId));
      const places = next && lands(run, next) ? await landsIn(next, laneReads(stored)) : [];
      return moved(run, next, (after) => {
        for (const place of places) stored.landed.set(JSON.stringify(place), after);
        const line = eventLine(event, { runId, subject: 'run', version: after.version });
        return put(stored, linked(after, line, run), now());
      });
    },
    ...lanes(stored),
    keepProgress: async (runId, progress) => void stored.progress.set(runId, progress),
    keepInboxCursor: async (cursor) => void (stored.inboxCursor = cursor),
    keepDaySums: async (sums) => void stored.daySums.set(sums.day, sums),
    noteSeal: async (note) => noteSeal(stored, note),
    planBatch: async (batch) => {
      const known = stored.batches.get(batchKey(batch.runId, batch.number));
      if (known) return sameBytes(known, batch);
      stored.batches.set(batchKey(batch.runId, batch.number), batch);
      plan(stored, newSubmission(batch, 'dry'), now());
    },
    planRealSubmissions: async (batches) => {
      for (const batch of batches) planReal(stored, batch, now());
    },
    moveSubmission: async (ref, event) => {
      const submission = found(stored.submissions.get(submissionKey(ref)), submissionKey(ref));
      return moved(submission, nextSubmission(submission, event), (after) => {
        const { runId, version } = after;
        const line = eventLine(event, { runId, subject: subjectOf(after), version });
        return putSubmission(stored, linked(after, line, submission), now());
      });
    },
  };
}

function noteSeal(stored: Stored, note: SealNote): SealNote {
  const key = `${note.day} ${note.list ?? ''}`;
  const known = stored.sealNotes.get(key) ?? note;
  stored.sealNotes.set(key, known);
  return known;
}

function claim({ runs, claims }: Stored, run: Run): string {
  const content = contentOf(run);
  if (content === undefined) return run.runId;
  const holder = runs.get(claims.get(content) ?? '');
  if (holder !== undefined && !isEnded(holder.status)) return holder.runId;
  claims.set(content, run.runId);
  return run.runId;
}

function lastWriter({ runs, writers }: Stored, run: Run): string {
  const last = runs.get(writers.get(run.lane ?? '') ?? '');
  return last !== undefined && last.runId !== run.runId && repeats(run, last) ? last.runId : run.runId;
}

function startWriting(stored: Stored, run: Run): string {
  const last = lastWriter(stored, run);
  if (run.lane !== undefined && last === run.runId) stored.writers.set(run.lane, last);
  return last;
}

type Lanes = Pick<
  Ledger,
  'claim' | 'startWriting' | 'lastWriter' | 'takeLane' | 'nextInLane' | 'standingAside' | 'mayAskForLane'
>;

function lanes(stored: Stored): Lanes {
  return {
    claim: async (run) => claim(stored, run),
    startWriting: async (run) => startWriting(stored, run),
    lastWriter: async (run) => lastWriter(stored, run),
    takeLane: async (runId, asked) => takeLane(stored, found(stored.runs.get(runId), runId), asked),
    nextInLane: (lane, at) => nextInLane(lane, at, laneReads(stored)),
    standingAside: async (runId) => standing(stored, asideOf(runId)),
    mayAskForLane: (run, at) => mayAskAgain(run, at, laneReads(stored)),
  };
}

async function takeLane(stored: Stored, run: Run, asked: Asked): Promise<InLane> {
  const { runId, lane } = run;
  if (lane === undefined || !waitsForLane(run)) return { run };
  const last = stored.lanes.get(lane);
  const turn = await turnOf(run, asked, laneReads(stored));
  // Others may have been faster meanwhile.
  if (stored.lanes.get(lane) !== last || stored.runs.get(runId) !== run)
    return takeLane(stored, found(stored.runs.get(runId), runId), asked);
  if (turn.kind !== 'mayTake' || isQuiet(run, asked.at)) return { run, turn };
  const { kind: _, ...facts } = turn;
  const event = { type: 'laneTaken', at: asked.at, ...facts } as const;
  const next = nextRun(run, event);
  if (next === undefined) return { run, turn };
  stored.lanes.set(lane, { runId });
  const line = eventLine(event, { runId, subject: 'run', version: next.version });
  return { run: put(stored, linked(next, line, run), new Date(asked.at)), turn };
}

function laneReads(stored: Stored): LaneReads {
  return {
    run: async (runId) => stored.runs.get(runId),
    takenBy: async (lane) => stored.runs.get(stored.lanes.get(lane)?.runId ?? ''),
    standing: async function* (list, before) {
      yield* standing(stored, list, before);
    },
    landed: async (place) => stored.landed.get(JSON.stringify(place)),
    readUntil: async ({ runId, startedAt }) =>
      stored.events.findLast((event) => event.runId === runId && event.type === beginnings.submission)?.at ??
      startedAt,
  };
}

function standing(stored: Stored, list: string, before?: string): Run[] {
  return [...stored.runs.values()]
    .flatMap((run) => ({ run, stand: standOf(run) }))
    .filter(({ stand }) => stand?.list === list && (before === undefined || stand.place < before))
    .toSorted((one, other) => compare(one.stand?.place ?? '', other.stand?.place ?? ''))
    .map(({ run }) => run);
}

function put(stored: Stored, { item, event }: Link<Run>, at: Date): Run {
  stored.runs.set(item.runId, item);
  append(stored, event, at);
  return item;
}

function putSubmission(stored: Stored, { item, event }: Link<Submission>, at: Date): Submission {
  stored.submissions.set(submissionKey(item), item);
  append(stored, event, at);
  return item;
}

function append(stored: Stored, event: LedgerEvent, at: Date): void {
  stored.events.push(event);
  stored.changed.add(`${dayOf(at.toISOString())} ${event.runId}`);
}

function plan(stored: Stored, submission: Submission, at: Date): void {
  putSubmission(stored, plannedAt(submission, at.toISOString()), at);
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

function moved<T extends Headed>(before: T, next: T | undefined, write: (after: T) => T): Moved<T> {
  if (!next) return { moved: false, now: before };
  return { moved: true, now: next === before ? before : write(next) };
}
