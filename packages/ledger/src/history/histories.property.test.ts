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

const r = fc.constant('r');
const by = fc.constantFrom('p', 'q');
const noFacts = fc.constant({});
const anEvent = <const T extends string, F extends object>(type: T, facts: fc.Arbitrary<F>) =>
  fc.tuple(time, facts).map(([at, more]) => ({ type, at, ...more }));
const question = fc.integer({ min: 1, max: 3 });

const submissionEvent: fc.Arbitrary<SubmissionEvent> = fc.oneof(
  anEvent('sendStarted', fc.record({ owner, leaseUntil: time })),
  anEvent('notSent', fc.record({ owner, reason: r })),
  anEvent(
    'parked',
    fc.record({ owner, notBefore: time, reason: r, outcome: fc.constantFrom('not_sent', 'rejected') }),
  ),
  anEvent('deferred', fc.record({ notBefore: time, reason: r })),
  anEvent('accepted', fc.record({ owner, importId })),
  anEvent('ambiguous', fc.record({ owner, reason: r })),
  anEvent('leaseExpired', noFacts),
  anEvent('requeued', fc.record({ reason: r })),
  anEvent(
    'rowsSetAside',
    fc.record({
      round: fc.integer({ min: 1, max: 4 }),
      sha256: fc.constantFrom('rest', 'less'),
      asked: fc.integer({ min: 1, max: 9 }),
    }),
  ),
  anEvent('reverted', fc.record({ importId, reversed: fc.nat(5), kept: fc.nat(5), failed: fc.nat(5) })),
  anEvent('decided', fc.record({ by, question, choice: fc.constantFrom('notApplied', 'sendAgain') })),
  anEvent('decided', fc.record({ by, question, choice: fc.constant('attach'), importId })),
  anEvent(
    'ended',
    fc.record({
      status: fc.constantFrom('succeeded', 'invalid', 'failed'),
      counts: fc.constantFrom({}, { created: 10 }, { created: 3, failed: 2 }),
    }),
  ),
);

const settings = { schema: 'client', lookup: 'email', emails: ['a@example.com'] };
const read = { sha256: 'abc', reading: { rows: 13, batches: 1, failed: 2, skipped: 1 } };

const runEvent: fc.Arbitrary<RunEvent> = fc.oneof(
  anEvent('settingsKnown', fc.constant(settings)),
  anEvent('read', fc.constantFrom(read, { ...read, lane: 'lane' })),
  anEvent('laneTaken', noFacts),
  anEvent('blocked', fc.record({ blockedBy: fc.constantFrom('run-0', 'run-9') })),
  anEvent('importingStarted', noFacts),
  anEvent('rejected', fc.record({ reason: r })),
  anEvent('decisionNeeded', fc.record({ reason: r })),
  anEvent('finished', fc.record({ status: fc.constantFrom('succeeded', 'partly_succeeded', 'failed') })),
  anEvent('resumed', noFacts),
  anEvent('duplicate', fc.record({ duplicateOf: fc.constant('run-0') })),
  anEvent('superseded', fc.record({ reason: r })),
  anEvent('cancelRequested', fc.record({ by })),
  anEvent('cancelled', fc.record({ reason: r })),
  anEvent('cancelled', fc.record({ reason: r, quietUntil: time })),
  anEvent('undoRequested', fc.record({ by })),
  anEvent('undoRequested', fc.record({ by, lane: fc.constant('lane') })),
  anEvent('undone', fc.record({ counts: fc.constant({ reversed: 3, kept: 1, failed: 0 }) })),
  anEvent('resultWritten', fc.record({ resultKey: fc.constantFrom('k1', 'k2') })),
  anEvent('trackerStarted', fc.record({ trackers: fc.integer({ min: 1, max: 4 }) })),
  anEvent(
    'noticeChanged',
    fc.record({
      notice: fc.record({ state: fc.constantFrom('intended', 'sent', 'refused'), at: time }),
    }),
  ),
);

/** Gives an item one event after the other, and records those that it took. */
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

it('any history replays to its items, in whatever order it is read (invariant 10)', () => {
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

it('no order of events drops an importId, or moves an ended item unless a person decides (invariants 4, 10)', () => {
  fc.assert(
    fc.property(fc.array(submissionEvent, { maxLength: 60 }), (all) => {
      const undecided = all.filter(({ type }) => type !== 'decided');
      const settled = liveSubmission(newSubmission(aBatch(), 'real'), undecided).items.filter(({ status }) =>
        isSettled(status),
      );
      expect(new Set(settled.map(({ status }) => status)).size).toBeLessThan(2);
      const { items, lines } = liveSubmission(newSubmission(aBatch(), 'real'), all);
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

it('the identity is true at every moment of every run (invariant 1)', () => {
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
