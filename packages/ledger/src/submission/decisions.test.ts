import { describe, expect, it } from 'vitest';
import type { Submission } from '../model/submission.ts';
import { nextSubmission } from './transitions.ts';
import type { SubmissionEvent } from './events.ts';
import { aRun, aSubmission, second } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';
import { toDecide } from '../run/to-decide.ts';

type Decided = Extract<SubmissionEvent, { type: 'decided' }>;

const unanswered = aSubmission({ status: 'unknown', attempts: [anAttempt({ outcome: 'ambiguous' })] });
const halfWay = aSubmission({
  status: 'failed',
  attempts: [anAttempt({ outcome: 'accepted', importId: 'i1' })],
  importId: 'i1',
  counts: { created: 4, unknown: 6 },
});
const decides = (more: Partial<Decided>): Decided => ({
  type: 'decided',
  at: second(200),
  by: 'ana',
  question: 1,
  choice: 'sendAgain',
  ...more,
});
const after = (submission: Submission, more: Partial<Decided>) => nextSubmission(submission, decides(more));

describe('a person who decides (invariant 3)', () => {
  it('attaches an import to the attempt without an answer', () => {
    const next = after(unanswered, { choice: 'attach', importId: 'i9' });
    expect(next).toMatchObject({
      status: 'accepted',
      importId: 'i9',
      decided: { by: 'ana', choice: 'attach' },
    });
    expect(next?.attempts).toMatchObject([{ number: 1, outcome: 'accepted', importId: 'i9' }]);
  });

  it('attaches another import beside a known one, and keeps both (invariant 4)', () => {
    const lost = aSubmission({ ...halfWay, status: 'accepted', counts: undefined });
    const next = after(lost, { choice: 'attach', importId: 'i9' });
    expect(next).toMatchObject({ status: 'accepted', importId: 'i9' });
    expect(next?.attempts.map(({ importId }) => importId)).toEqual(['i1', 'i9']);
  });

  it('counts unknown rows as not attempted with the choice `notApplied` (invariant 1)', () => {
    expect(after(unanswered, { choice: 'notApplied' })).toMatchObject({
      status: 'failed',
      counts: { notAttempted: 10 },
    });
    expect(after(halfWay, { choice: 'notApplied' })?.counts).toEqual({ created: 4, notAttempted: 6 });
  });

  it('sends a batch again with a new intent (invariant 2)', () => {
    const next = after(halfWay, { choice: 'sendAgain' });
    expect(next).toMatchObject({ status: 'planned' });
    expect(next?.counts).toBeUndefined();
  });

  it('answers a question once: the same answer changes nothing, another is refused', () => {
    const attached = after(unanswered, { choice: 'attach', importId: 'i9' });
    expect(attached && after(attached, { choice: 'attach', importId: 'i9', at: second(300) })).toBe(attached);
    expect(attached && after(attached, { choice: 'sendAgain' })).toBeUndefined();
    expect(attached && after(attached, { choice: 'sendAgain', question: 2 })?.status).toBe('planned');
  });

  it('cannot decide on a dry run, or if every row is known', () => {
    expect(after({ ...unanswered, phase: 'dry' }, {})).toBeUndefined();
    expect(after({ ...halfWay, counts: { created: 10 } }, {})).toBeUndefined();
  });

  it('gives an importId only to attach it', () => {
    expect(after(unanswered, { choice: 'attach' })).toBeUndefined();
    expect(after(unanswered, { choice: 'notApplied', importId: 'i9' })).toBeUndefined();
  });
});

describe('the batches to decide on', () => {
  const waiting = aRun({ status: 'needs_decision', questions: 2 });
  const good = aSubmission({ batch: 3, status: 'succeeded', counts: { created: 10 } });

  it('have unknown rows and no answer to the current question', () => {
    const earlier = after({ ...unanswered, batch: 4 }, { choice: 'attach', importId: 'i9', question: 1 });
    const now = after({ ...unanswered, batch: 5 }, { choice: 'attach', importId: 'i8', question: 2 });
    const all = [unanswered, { ...halfWay, batch: 2 }, good, earlier, now].filter((one) => one !== undefined);
    expect(toDecide(waiting, all).map(({ batch }) => batch)).toEqual([1, 2, 4]);
  });

  it('are none if the run asks no question or was asked to stop', () => {
    expect(toDecide(aRun({ status: 'importing' }), [unanswered])).toEqual([]);
    expect(toDecide({ ...waiting, cancel: { at: second(1), by: 'ana' } }, [unanswered])).toEqual([]);
  });
});
