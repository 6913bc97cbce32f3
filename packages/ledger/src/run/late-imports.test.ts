import { describe, expect, it } from 'vitest';
import type { Attempt, Submission } from '../model/submission.ts';
import { aRun, aSubmission, second } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';
import { isKnownLate, newLateImports, quietMs, quietUntilOf, withEnd } from './late-imports.ts';

/** The run asked its question at 100 and ended at 1000. */
const run = aRun({ status: 'failed', questionAt: second(100), finishedAt: second(1000) });

const accepted = (importId: string, at: number) =>
  anAttempt({ owner: importId, endedAt: second(at), outcome: 'accepted', importId });

function isLate(at: number, more: Partial<Submission>): boolean {
  const submission = aSubmission({ attempts: [accepted('imp1', at)], importId: 'imp1', ...more });
  return newLateImports(run, [submission]).length > 0;
}

describe('an importId is late (invariant 4)', () => {
  it.each(['planned', 'accepted', 'succeeded', 'invalid', 'failed'] as const)(
    'if it came after the end of the run, whatever the status of its batch: %s',
    (status) => {
      expect(isLate(1001, { status })).toBe(true);
      expect(isLate(939, { status })).toBe(false);
    },
  );

  it.each([
    ['late if its batch has not ended', { status: 'accepted' }, true],
    ['late if its batch ended with unknown rows', { status: 'failed' }, true],
    ['late if its batch ended with another import', { status: 'succeeded', importId: 'imp2' }, true],
    ['known if its batch succeeded with it', { status: 'succeeded' }, false],
    ['known if its batch was refused with it', { status: 'failed', counts: { failed: 10 } }, false],
  ] as const)('or, in the minute before that end, %s', (_name, more, is) => {
    expect(isLate(941, more)).toBe(is);
  });

  it('once: not if the run knows it, nor if its undo has dealt with it', () => {
    const submission = aSubmission({ attempts: [accepted('imp1', 1001)], importId: 'imp1' });
    const late = [{ at: second(1002), batch: 1, importId: 'imp1' }];
    expect(newLateImports({ ...run, late }, [submission])).toEqual([]);
    const reverts = [{ importId: 'imp1', reversed: 10, kept: 0, failed: 0 }];
    expect(newLateImports(run, [{ ...submission, reverts }])).toEqual([]);
    expect(newLateImports({ ...run, finishedAt: undefined }, [submission])).toEqual([]);
  });

  it.each([
    [100, false, 'not if a question told of its end'],
    [101, true, 'but if it ended after the question'],
  ])('by its own end: at %i %s, %s', (doneAt, is) => {
    const attempts = [{ ...accepted('imp1', 990), doneAt: second(doneAt) }];
    expect(isLate(990, { status: 'succeeded', importId: 'imp2', attempts })).toBe(is);
  });

  describe('if a person had decided that it was not applied', () => {
    const decided = { at: second(500), by: 'p', choice: 'notApplied', question: 1 } as const;
    const notApplied = { status: 'failed', counts: { notAttempted: 10 }, decided } as const;

    it.each([
      [501, true, 'after the decision'],
      [441, true, 'in the minute before the decision, when the person may not have seen it'],
      [439, false, 'long before the decision'],
    ])('by its time: at %i %s, %s', (at, is) => {
      expect(isLate(at, notApplied)).toBe(is);
    });

    it('but not if it came before the question, which names it', () => {
      expect(isLate(99, { ...notApplied, decided: { ...decided, at: second(120) } })).toBe(false);
      expect(isLate(101, { ...notApplied, decided: { ...decided, at: second(120) } })).toBe(true);
    });

    it('even if it came before a later question about other batches', () => {
      const asked = { ...run, questionAt: second(700) };
      const submission = aSubmission({ ...notApplied, attempts: [accepted('imp1', 600)], importId: 'imp1' });
      expect(newLateImports(asked, [submission])).toEqual([{ batch: 1, importId: 'imp1' }]);
    });
  });
});

describe('late imports', () => {
  const known = (batch: number, importId: string) => ({ at: second(1002), batch, importId });

  it('end one by one, each by its batch and its id, and once', () => {
    const late = [known(1, 'imp1'), known(1, 'imp2'), known(2, 'imp1')];
    const after = withEnd({ late }, { batch: 1, importId: 'imp1', status: 'success' });
    expect(after.map(({ status }) => status)).toEqual(['success', undefined, undefined]);
    expect(withEnd({ late: after }, { batch: 1, importId: 'imp1', status: 'error' })).toEqual(after);
    expect(isKnownLate({ late }, { batch: 2, importId: 'imp2' })).toBe(false);
    expect(isKnownLate({ late }, { batch: 2, importId: 'imp1' })).toBe(true);
  });
});

describe('a request may still arrive', () => {
  const sent = (at: number, outcome?: Attempt['outcome']) =>
    anAttempt({ sentAt: second(at), ...(outcome && { outcome }) });

  it('until a quiet period after the last attempt that was sent and not refused', () => {
    const attempts = [sent(10, 'ambiguous'), sent(40), sent(70, 'rejected'), sent(90, 'not_sent')];
    expect(quietUntilOf({ attempts })).toBe(second(40 + quietMs / 1000));
    expect(quietUntilOf({ attempts: attempts.slice(2) })).toBeUndefined();
  });
});
