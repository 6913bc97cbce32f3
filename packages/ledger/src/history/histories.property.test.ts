import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventLine, newRun, newSubmission, runBegun, subjectOf, submissionPlanned } from './beginnings.ts';
import { countsOf, identityHolds } from '../run/counts.ts';
import type { EventLine, LedgerEvent } from './event.ts';
import type { Run } from '../run/schemas.ts';
import type { Submission } from '../submission/schemas.ts';
import { replay } from './replay.ts';
import { isEnded } from '../run/status.ts';
import { nextRun } from '../run/transitions.ts';
import type { RunEvent } from '../run/events.ts';
import { isSettled, nextSubmission } from '../submission/transitions.ts';
import type { SubmissionEvent } from '../submission/events.ts';
import { aBatch, aNewRun, second } from '../testing/builders.ts';

const owner = fc.constantFrom('a', 'b', 'c');
const importId = fc.constantFrom('i1', 'i2', 'i3', 'i4');
const time = fc.integer({ min: 0, max: 500 }).map(second);

const submissionEvent: fc.Arbitrary<SubmissionEvent> = fc.oneof(
  fc.record({ type: fc.constant('sendStarted'), at: time, owner, leaseUntil: time }),
  fc.record({ type: fc.constant('notSent'), at: time, owner, reason: fc.constant('r') }),
  fc.record({
    type: fc.constant('parked'),
    at: time,
    owner,
    notBefore: time,
    reason: fc.constant('r'),
    outcome: fc.constantFrom('not_sent', 'rejected'),
  }),
  fc.record({ type: fc.constant('deferred'), at: time, notBefore: time, reason: fc.constant('r') }),
  fc.record({ type: fc.constant('accepted'), at: time, owner, importId }),
  fc.record({ type: fc.constant('ambiguous'), at: time, owner, reason: fc.constant('r') }),
  fc.record({ type: fc.constant('leaseExpired'), at: time }),
  fc.record({ type: fc.constant('requeued'), at: time, reason: fc.constant('r') }),
  fc.record({
    type: fc.constant('rowsSetAside'),
    at: time,
    round: fc.integer({ min: 1, max: 4 }),
    sha256: fc.constantFrom('rest', 'less'),
    asked: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    type: fc.constant('reverted'),
    at: time,
    importId,
    reversed: fc.nat(5),
    kept: fc.nat(5),
    failed: fc.nat(5),
  }),
  fc.record({
    type: fc.constant('decided'),
    at: time,
    by: fc.constantFrom('p', 'q'),
    question: fc.integer({ min: 1, max: 3 }),
    choice: fc.constantFrom('notApplied', 'sendAgain'),
  }),
  fc.record({
    type: fc.constant('decided'),
    at: time,
    by: fc.constantFrom('p', 'q'),
    question: fc.integer({ min: 1, max: 3 }),
    choice: fc.constant('attach'),
    importId,
  }),
  fc.record({
    type: fc.constant('ended'),
    at: time,
    status: fc.constantFrom('succeeded', 'invalid', 'failed'),
    counts: fc.constantFrom({}, { created: 10 }, { created: 3, failed: 2 }),
  }),
);

const runEvent: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.record({
    type: fc.constant('settingsKnown'),
    at: time,
    schema: fc.constant('client'),
    lookup: fc.constant('email'),
    emails: fc.constant(['a@example.com']),
  }),
  fc.record({
    type: fc.constant('read'),
    at: time,
    sha256: fc.constant('abc'),
    reading: fc.constant({ rows: 13, batches: 1, failed: 2, skipped: 1 }),
  }),
  fc.record({
    type: fc.constant('read'),
    at: time,
    sha256: fc.constant('abc'),
    reading: fc.constant({ rows: 13, batches: 1, failed: 2, skipped: 1 }),
    lane: fc.constant('lane'),
  }),
  fc.record({ type: fc.constant('laneTaken'), at: time }),
  fc.record({ type: fc.constant('blocked'), at: time, blockedBy: fc.constantFrom('run-0', 'run-9') }),
  fc.record({ type: fc.constant('importingStarted'), at: time }),
  fc.record({ type: fc.constant('rejected'), at: time, reason: fc.constant('r') }),
  fc.record({ type: fc.constant('decisionNeeded'), at: time, reason: fc.constant('r') }),
  fc.record({
    type: fc.constant('finished'),
    at: time,
    status: fc.constantFrom('succeeded', 'partly_succeeded', 'failed'),
  }),
  fc.record({ type: fc.constant('resumed'), at: time }),
  fc.record({ type: fc.constant('duplicate'), at: time, duplicateOf: fc.constant('run-0') }),
  fc.record({ type: fc.constant('superseded'), at: time, reason: fc.constant('r') }),
  fc.record({ type: fc.constant('cancelRequested'), at: time, by: fc.constant('p') }),
  fc.record({ type: fc.constant('cancelled'), at: time, reason: fc.constant('r') }),
  fc.record({ type: fc.constant('cancelled'), at: time, reason: fc.constant('r'), quietUntil: time }),
  fc.record({ type: fc.constant('undoRequested'), at: time, by: fc.constant('p') }),
  fc.record({
    type: fc.constant('undoRequested'),
    at: time,
    by: fc.constant('p'),
    lane: fc.constant('lane'),
  }),
  fc.record({
    type: fc.constant('undone'),
    at: time,
    counts: fc.constantFrom({ reversed: 3, kept: 1, failed: 0 }),
  }),
  fc.record({ type: fc.constant('resultWritten'), at: time, resultKey: fc.constantFrom('k1', 'k2') }),
  fc.record({ type: fc.constant('trackerStarted'), at: time, trackers: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    type: fc.constant('noticeChanged'),
    at: time,
    notice: fc.record({ state: fc.constantFrom('intended', 'sent', 'refused'), at: time }),
  }),
);

/** Asks for one event after the other, and writes down those that were taken. */
function live<T extends { version: number }, E extends { type: string; at: string }>(
  first: T,
  events: readonly E[],
  next: (item: T, event: E) => T | undefined,
): { items: T[]; taken: { event: E; version: number }[] } {
  const items = [first];
  const taken: { event: E; version: number }[] = [];
  for (const event of events) {
    const before = items.at(-1) ?? first;
    const after = next(before, event);
    if (!after || after === before) continue;
    items.push(after);
    taken.push({ event, version: after.version });
  }
  return { items, taken };
}

const head = 'hash';
const hashed = (line: EventLine): LedgerEvent => ({ ...line, hash: head });

function liveRun(events: readonly RunEvent[]): { items: Run[]; lines: LedgerEvent[] } {
  const run = newRun(aNewRun(), second(0));
  const { items, taken } = live(run, events, nextRun);
  const lines = taken.map(({ event, version }) =>
    eventLine(event, { runId: run.runId, subject: 'run', version }),
  );
  return { items, lines: [runBegun(run), ...lines].map(hashed) };
}

function liveSubmission(submission: Submission, events: readonly SubmissionEvent[]) {
  const { items, taken } = live(submission, events, nextSubmission);
  const subject = subjectOf(submission);
  const lines = taken.map(({ event, version }) =>
    eventLine(event, { runId: submission.runId, subject, version }),
  );
  return { items, lines: [submissionPlanned(submission, second(0)), ...lines].map(hashed) };
}

const lastOf = <T>(items: readonly T[]): T | undefined => items.at(-1);

it('any history replays to the items it left, in whatever order it is read (invariant 10)', () => {
  const histories = fc.tuple(
    fc.array(runEvent, { maxLength: 25 }),
    fc.array(submissionEvent, { maxLength: 40 }),
    fc.array(submissionEvent, { maxLength: 40 }),
    fc.infiniteStream(fc.nat()),
  );
  fc.assert(
    fc.property(histories, ([forRun, forDry, forReal, shuffle]) => {
      const run = liveRun(forRun);
      const dry = liveSubmission(newSubmission(aBatch(), 'dry'), forDry);
      const real = liveSubmission(newSubmission(aBatch(), 'real'), forReal);
      const lines = [...run.lines, ...dry.lines, ...real.lines]
        .map((line) => ({ line, place: shuffle.next().value }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ line }) => line);
      expect(replay(lines)).toEqual({
        run: { ...lastOf(run.items), head },
        submissions: [dry, real].map(({ items }) => ({ ...lastOf(items), head })),
      });
    }),
  );
});

it('no order of events moves an item that has ended, but for what a person decides, or drops an importId (invariants 4, 10)', () => {
  fc.assert(
    fc.property(fc.array(submissionEvent, { maxLength: 60 }), (all) => {
      const events = all.filter(({ type }) => type !== 'decided');
      const { items, lines } = liveSubmission(newSubmission(aBatch(), 'real'), events);
      const settled = items.filter(({ status }) => isSettled(status));
      expect(new Set(settled.map(({ status }) => status)).size).toBeLessThan(2);
      const brought = lines.filter(({ type }) => type === 'accepted').map(({ data }) => data['importId']);
      const kept = lastOf(items)?.attempts.map((attempt) => attempt.importId);
      for (const id of brought) expect(kept).toContain(id);
    }),
  );
  fc.assert(
    fc.property(fc.array(runEvent, { maxLength: 40 }), (all) => {
      const events = all.filter(({ type }) => type !== 'undoRequested');
      const ended = liveRun(events).items.filter(({ status }) => isEnded(status));
      expect(new Set(ended.map(({ status, finishedAt }) => `${status} ${finishedAt}`)).size).toBeLessThan(2);
    }),
  );
});

it('no order of events gives a batch two attempts under way (invariant 3)', () => {
  fc.assert(
    fc.property(fc.array(submissionEvent, { maxLength: 60 }), (events) => {
      for (const { attempts, status } of liveSubmission(newSubmission(aBatch(), 'real'), events).items) {
        const underWay = attempts.filter(({ outcome }) => outcome === undefined);
        expect(underWay.length).toBe(status === 'sending' ? 1 : 0);
      }
    }),
  );
});

it('the identity holds at every moment of every run (invariant 1)', () => {
  const histories = fc.tuple(
    fc.array(runEvent, { maxLength: 25 }),
    fc.array(submissionEvent, { maxLength: 25 }),
    fc.option(fc.array(submissionEvent, { maxLength: 25 }), { nil: undefined }),
  );
  fc.assert(
    fc.property(histories, ([forRun, forDry, forReal]) => {
      const dry = liveSubmission(newSubmission(aBatch(), 'dry'), forDry).items;
      const real = forReal ? liveSubmission(newSubmission(aBatch(), 'real'), forReal).items : [undefined];
      for (const run of liveRun(forRun).items) {
        for (const submissions of [
          [lastOf(dry), lastOf(real)],
          [dry[0], real[0]],
        ]) {
          const counts = countsOf(
            run,
            submissions.filter((one) => one !== undefined),
          );
          expect(identityHolds(counts)).toBe(true);
        }
      }
    }),
  );
});
