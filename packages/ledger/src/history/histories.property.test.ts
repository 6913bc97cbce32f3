import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { eventLine, newRun, newSubmission, runBegun, subjectOf, submissionPlanned } from './beginnings.ts';
import { countsOf, identityHolds } from '../submission/counts.ts';
import type { EventLine, LedgerEvent } from '../model/event.ts';
import type { Run } from '../model/run.ts';
import type { Submission } from '../model/submission.ts';
import { replay } from './replay.ts';
import { isEnded } from '../model/status.ts';
import { nextRun } from '../run/transitions.ts';
import { runEventSchema, type RunEvent } from '../run/events.ts';
import { isSettled, nextSubmission } from '../submission/transitions.ts';
import { submissionEventSchema, type SubmissionEvent } from '../submission/events.ts';
import { aBatch, aNewRun, second } from '../testing/builders.ts';
import { runEvents } from '../testing/run-events.ts';
import { submissionEvents } from '../testing/submission-events.ts';

const time = fc.integer({ min: 0, max: 500 }).map(second);

/** The values that the fields of events take; fields of a single type of event have its name before them. */
const variations: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  at: time,
  leaseUntil: time,
  notBefore: time,
  quietUntil: time,
  owner: fc.constantFrom('a', 'b', 'c'),
  'ended owner': fc.constantFrom('a', 'b', 'c', undefined),
  'rowsSetAside owner': fc.constantFrom('a', 'b', 'c', undefined),
  importId: fc.constantFrom('i1', 'i2', 'i3', 'i4'),
  by: fc.constantFrom('p', 'q'),
  question: fc.integer({ min: 1, max: 3 }),
  'parked outcome': fc.constantFrom('not_sent', 'rejected'),
  round: fc.integer({ min: 1, max: 4 }),
  check: fc.integer({ min: 0, max: 2 }),
  'ended status': fc.constantFrom('succeeded', 'invalid', 'failed'),
  'ended counts': fc.constantFrom({}, { created: 10 }, { created: 3, failed: 2 }),
  'finished status': fc.constantFrom('succeeded', 'partly_succeeded', 'failed'),
  blockedBy: fc.constantFrom('run-0', 'run-9'),
  resultKey: fc.constantFrom('k1', 'k2'),
  trackers: fc.integer({ min: 1, max: 4 }),
  notice: fc.record({ state: fc.constantFrom('intended', 'sent', 'refused'), at: time }),
};

/** One of these events, with other values in its fields. */
function anyOf<E extends { readonly type: string }>(events: readonly E[], schema: ZodType<E>) {
  const variants = events.map((event) => {
    const fields = Object.entries(event).map(([name, value]): [string, fc.Arbitrary<unknown>] => [
      name,
      variations[`${event.type} ${name}`] ?? variations[name] ?? fc.constant(value),
    ]);
    return fc.record(Object.fromEntries(fields)).map((varied) => schema.parse(varied));
  });
  return fc.oneof(...variants);
}

const { decided } = submissionEvents;
const submissionEvent = anyOf<SubmissionEvent>(
  [
    ...Object.values(submissionEvents),
    { ...decided, choice: 'notApplied' },
    { ...decided, choice: 'attach', importId: 'i1' },
  ],
  submissionEventSchema,
);
const { read, cancelled, undoRequested } = runEvents;
const runEvent = anyOf<RunEvent>(
  [
    ...Object.values(runEvents),
    { ...read, lane: 'lane', reading: { rows: 13, batches: 1, failed: 2, skipped: 1 } },
    { ...cancelled, quietUntil: second(0) },
    { ...undoRequested, lane: 'lane' },
  ],
  runEventSchema,
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

const { sendStarted, accepted, ended } = submissionEvents;
const passing: SubmissionEvent[] = [
  { ...sendStarted, owner: 'a' },
  accepted,
  { ...ended, status: 'succeeded', counts: { created: 10 } },
];

it('the identity is true at every moment of every run (invariant 1)', () => {
  const histories = fc.tuple(
    fc.array(runEvent, { maxLength: 25 }),
    fc.array(submissionEvent, { maxLength: 25 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(histories, ([forRun, events, isReal]) => {
      // There is a real submission only after its dry run passed.
      const dry = liveSubmission(newSubmission(aBatch(), 'dry'), isReal ? passing : events).items;
      const real = isReal ? liveSubmission(newSubmission(aBatch(), 'real'), events).items : [];
      const submissions = isReal ? real.map((one) => [...dry.slice(-1), one]) : dry.map((one) => [one]);
      for (const run of liveRun(forRun).items)
        for (const some of submissions) expect(identityHolds(countsOf(run, some))).toBe(true);
    }),
  );
});
