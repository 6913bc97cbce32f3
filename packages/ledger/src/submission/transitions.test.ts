import { describe, expect, it } from 'vitest';
import { type SubmissionStatus, submissionStatuses } from '../model/submission.ts';
import { isSettled, nextSubmission } from './transitions.ts';
import type { SubmissionEventType } from './events.ts';
import { aSubmission, second } from '../testing/builders.ts';
import { anAttempt, submissionEvents } from '../testing/submission-events.ts';

const types = Object.values(submissionEvents).map(({ type }) => type);
const cells = submissionStatuses.flatMap((status) => types.map((type) => ({ status, type })));

/** The expected status of a submission after each event by the owner of its last attempt. */
const moves: Record<SubmissionStatus, Partial<Record<SubmissionEventType, SubmissionStatus>>> = {
  planned: { sendStarted: 'sending', deferred: 'parked', accepted: 'accepted', ended: 'failed' },
  sending: {
    notSent: 'planned',
    parked: 'parked',
    accepted: 'accepted',
    ambiguous: 'unknown',
    leaseExpired: 'unknown',
    ended: 'failed',
  },
  parked: { accepted: 'accepted', requeued: 'planned', ended: 'failed' },
  accepted: { accepted: 'accepted', ended: 'failed', decided: 'planned' },
  unknown: {
    notSent: 'planned',
    parked: 'parked',
    accepted: 'accepted',
    requeued: 'planned',
    ended: 'failed',
    decided: 'planned',
  },
  succeeded: { accepted: 'succeeded' },
  invalid: { accepted: 'invalid' },
  failed: { accepted: 'failed', decided: 'planned' },
};

const attemptIn = (status: SubmissionStatus) =>
  anAttempt(status === 'unknown' ? { outcome: 'ambiguous' } : {});

describe('the table of submissions', () => {
  // The submission of this test is real. Dry runs that are repeated are tested below.
  it('answers every event in every status (invariants 2, 3, 10)', () => {
    for (const { status, type } of cells) {
      const cell = `${type} in ${status}`;
      const submission = aSubmission({ status, attempts: [attemptIn(status)] });
      const next = nextSubmission(submission, submissionEvents[type]);
      expect(next?.status, cell).toBe(moves[status][type]);
      if (next) expect(next.version, cell).toBe(submission.version + 1);
      const counted = nextSubmission({ ...submission, counts: { created: 10 } }, submissionEvents[type]);
      if (isSettled(status)) expect(counted ?? submission, cell).toMatchObject({ status });
      if (isSettled(status) && counted) expect(counted.counts, cell).toEqual({ created: 10 });
    }
  });
});

describe('a dry run', () => {
  const again = submissionEvents.rowsSetAside;
  const dry = (status: SubmissionStatus) =>
    aSubmission({ phase: 'dry', status, attempts: [attemptIn(status)] });

  it.each([
    ['planned', undefined],
    ['sending', 'parked'],
    ['parked', undefined],
    ['accepted', 'parked'],
    ['unknown', 'parked'],
    ['succeeded', undefined],
    ['invalid', undefined],
    ['failed', undefined],
  ] as const)('that is %s is repeated by its worker', (status, expected) => {
    const next = nextSubmission(dry(status), again);
    expect(next?.status).toBe(expected);
    if (next) expect(next).toMatchObject({ round: 1, sha256: 'rest', asked: 9, notBefore: again.at });
  });

  it('is repeated by others only after its answer, or before anything was sent', () => {
    const { owner: _, ...byOthers } = again;
    const statuses = submissionStatuses.filter((status) => nextSubmission(dry(status), byOthers));
    expect(statuses).toEqual(['planned', 'accepted']);
    expect(nextSubmission(dry('planned'), byOthers)?.status).toBe('planned');
  });

  it('is not repeated by another worker than its own', () => {
    expect(nextSubmission(dry('sending'), { ...again, owner: 'b' })).toBeUndefined();
  });

  it('keeps a late importId of an earlier check, but does not take it for its own (invariant 4)', () => {
    const checkedAgain = { ...dry('succeeded'), status: 'planned', check: 1 } as const;
    const late = nextSubmission(checkedAgain, submissionEvents.accepted)!;
    expect(late).toMatchObject({ status: 'planned', attempts: [{ importId: 'import-1' }] });
    expect(late.importId).toBeUndefined();
  });

  it('is repeated once a round, and a real submission never (invariants 5, 7)', () => {
    const next = nextSubmission(dry('sending'), again)!;
    expect(nextSubmission({ ...next, status: 'accepted' }, again)).toBeUndefined();
    expect(nextSubmission({ ...next, status: 'accepted' }, { ...again, round: 2 })?.round).toBe(2);
    expect(nextSubmission({ ...dry('sending'), phase: 'real' }, again)).toBeUndefined();
  });

  it('keeps a late importId of an earlier round, but does not take it for its own (invariant 4)', () => {
    const next = nextSubmission(dry('sending'), again)!;
    const late = nextSubmission(next, submissionEvents.accepted)!;
    expect(late).toMatchObject({ status: 'parked', attempts: [{ importId: 'import-1' }] });
    expect(late.importId).toBeUndefined();
    const sent = nextSubmission(
      { ...late, status: 'planned' },
      { ...submissionEvents.sendStarted, owner: 'b' },
    )!;
    const taken = nextSubmission(sent, { ...submissionEvents.accepted, owner: 'b', importId: 'second' });
    expect(taken).toMatchObject({ status: 'accepted', importId: 'second' });
  });
});

describe('an undo', () => {
  const attempts = [anAttempt({ outcome: 'accepted', importId: 'i1' })];
  const done = aSubmission({ status: 'succeeded', attempts, importId: 'i1' });
  const revert = { importId: 'i1', reversed: 9, kept: 1, failed: 0 };
  const reverted = { type: 'reverted', at: second(300), ...revert } as const;

  it('is recorded once for each import of the batch, and for no other', () => {
    const next = nextSubmission(done, reverted)!;
    expect(next).toMatchObject({ status: 'succeeded', reverts: [revert] });
    expect(nextSubmission(next, reverted)).toBe(next);
    expect(nextSubmission(next, { ...reverted, importId: 'i2' })).toBeUndefined();
  });
});

describe('an attempt', () => {
  it('is recorded before anything is sent, with its owner and lease (invariant 2)', () => {
    const next = nextSubmission(aSubmission(), submissionEvents.sendStarted);
    expect(next?.attempts).toEqual([{ number: 1, owner: 'b', sentAt: second(100), leaseUntil: second(145) }]);
  });

  it.each(['notSent', 'parked', 'ambiguous', 'ended'] as const)(
    'takes events only from its owner: %s',
    (type) => {
      for (const status of ['sending', 'unknown'] as const) {
        const submission = aSubmission({
          status,
          attempts: [attemptIn(status), { ...attemptIn(status), number: 2, owner: 'b' }],
        });
        expect(nextSubmission(submission, submissionEvents[type])).toBeUndefined();
      }
    },
  );

  it('under way still takes events from its owner after a late importId of another', () => {
    const sending = aSubmission({ status: 'sending', attempts: [anAttempt()] });
    const late = nextSubmission(sending, { ...submissionEvents.accepted, owner: 'zombie', importId: 'late' });
    expect(late).toMatchObject({ status: 'sending', importId: 'late' });
    const parked = late && nextSubmission(late, submissionEvents.parked);
    expect(parked?.attempts).toMatchObject([{ owner: 'a', outcome: 'rejected' }, { importId: 'late' }]);
  });

  it('of unknown outcome is not ended by an event without an owner (invariant 3)', () => {
    const submission = aSubmission({ status: 'unknown', attempts: [attemptIn('unknown')] });
    expect(nextSubmission(submission, { ...submissionEvents.ended, owner: undefined })).toBeUndefined();
  });

  it('does not lose its lease early', () => {
    const submission = aSubmission({ status: 'sending', attempts: [anAttempt({ leaseUntil: second(50) })] });
    expect(nextSubmission(submission, { type: 'leaseExpired', at: second(49) })).toBeUndefined();
    expect(nextSubmission(submission, { type: 'leaseExpired', at: second(50) })).toMatchObject({
      status: 'unknown',
      attempts: [{ outcome: 'ambiguous', endedAt: second(50) }],
    });
  });

  it('without effect gets its outcome, and its submission waits again', () => {
    const sending = aSubmission({ status: 'sending', attempts: [anAttempt()] });
    expect(nextSubmission(sending, submissionEvents.notSent)).toMatchObject({
      status: 'planned',
      attempts: [{ outcome: 'not_sent' }],
    });
    expect(nextSubmission(sending, submissionEvents.parked)).toMatchObject({
      status: 'parked',
      notBefore: second(900),
      attempts: [{ outcome: 'rejected' }],
    });
  });

  it('is forgotten if hundreds had no effect, but numbers go on and ambiguous ones are kept', () => {
    let submission = aSubmission({ attempts: [anAttempt({ outcome: 'ambiguous' })] });
    for (let n = 0; n < 400; n += 1) {
      const owner = `w${n}`;
      const sent = nextSubmission(submission, { ...submissionEvents.sendStarted, owner });
      const back = sent && nextSubmission(sent, { ...submissionEvents.notSent, owner });
      expect(back).toBeDefined();
      if (back) submission = back;
    }
    expect(submission.attempts.length).toBeLessThan(160);
    expect(submission.attempts[0]).toMatchObject({ number: 1, outcome: 'ambiguous' });
    expect(submission.attempts.at(-1)?.number).toBe(401);
  });
});

describe('an importId', () => {
  it('is added to the attempt of its owner', () => {
    const submission = aSubmission({ status: 'sending', attempts: [anAttempt()] });
    expect(nextSubmission(submission, submissionEvents.accepted)).toMatchObject({
      status: 'accepted',
      importId: 'import-1',
      attempts: [{ number: 1, importId: 'import-1', outcome: 'accepted' }],
    });
  });

  it('that comes late is kept, and does not end the attempt under way (invariant 4)', () => {
    const attempts = [anAttempt({ outcome: 'ambiguous' }), anAttempt({ number: 2, owner: 'b' })];
    const late = nextSubmission(aSubmission({ status: 'sending', attempts }), submissionEvents.accepted);
    expect(late).toMatchObject({ status: 'sending', importId: 'import-1' });
    const both =
      late && nextSubmission(late, { ...submissionEvents.accepted, owner: 'b', importId: 'import-2' });
    expect(both).toMatchObject({ status: 'accepted', importId: 'import-2' });
    expect(both?.attempts.map(({ importId }) => importId)).toEqual(['import-1', 'import-2']);
  });

  it('of an unknown owner, or a second one of the same owner, gets an attempt of its own (invariant 4)', () => {
    const accepted = aSubmission({ status: 'accepted', attempts: [anAttempt({ importId: 'first' })] });
    const second = nextSubmission(accepted, submissionEvents.accepted);
    const third =
      second && nextSubmission(second, { ...submissionEvents.accepted, owner: 'x', importId: 'third' });
    expect(third?.attempts.map(({ number, importId }) => [number, importId])).toEqual([
      [1, 'first'],
      [2, 'import-1'],
      [3, 'third'],
    ]);
  });

  it('that is known already changes nothing (invariant 7)', () => {
    const submission = aSubmission({ status: 'succeeded', attempts: [anAttempt({ importId: 'import-1' })] });
    expect(nextSubmission(submission, submissionEvents.accepted)).toBe(submission);
  });
});
