import { describe, expect, it } from 'vitest';
import type { Attempt, Submission } from '../submission/schemas.ts';
import { aRun, aSubmission, second } from '../testing/builders.ts';
import { newLateImports } from './late-imports.ts';

/** Its question was asked at 100, and it ended at 1000. */
const run = aRun({ status: 'failed', questionAt: second(100), finishedAt: second(1000) });

const accepted = (importId: string, at: number): Attempt => ({
  number: 1,
  owner: importId,
  sentAt: second(1),
  leaseUntil: second(46),
  endedAt: second(at),
  outcome: 'accepted',
  importId,
});

function unheard(at: number, more: Partial<Submission>): boolean {
  const submission = aSubmission({ attempts: [accepted('imp1', at)], importId: 'imp1', ...more });
  return newLateImports(run, [submission]).length > 0;
}

describe('an importId of which a run that has ended has not heard (invariant 4)', () => {
  it.each(['planned', 'accepted', 'succeeded', 'invalid', 'failed'] as const)(
    'is one that came after its end, whatever its batch is: %s',
    (status) => {
      expect(unheard(1001, { status })).toBe(true);
      expect(unheard(939, { status })).toBe(false);
    },
  );

  it.each([
    ['of a batch whose end is awaited', { status: 'accepted' }, true],
    ['of a batch that nobody could tell of', { status: 'failed' }, true],
    ['that is not the one whose end is the batch’s', { status: 'succeeded', importId: 'imp2' }, true],
    ['whose end is that of its batch, written', { status: 'succeeded' }, false],
    ['whose end is that of its batch, refused', { status: 'failed', counts: { failed: 10 } }, false],
  ] as const)('is, in the minute before its end, one %s', (_name, more, is) => {
    expect(unheard(941, more)).toBe(is);
  });

  describe('where a person had said that it was not applied', () => {
    const decided = { at: second(500), by: 'p', choice: 'notApplied', question: 1 } as const;
    const notApplied = { status: 'failed', counts: { notAttempted: 10 }, decided } as const;

    it.each([
      [501, true, 'after that'],
      [441, true, 'in the minute before, which who decided may not have seen'],
      [439, false, 'long before'],
    ])('is one, or not, by when it came: at %i %s, %s', (at, is) => {
      expect(unheard(at, notApplied)).toBe(is);
    });

    it('is none that came before the question, which names it', () => {
      expect(unheard(99, { ...notApplied, decided: { ...decided, at: second(120) } })).toBe(false);
      expect(unheard(101, { ...notApplied, decided: { ...decided, at: second(120) } })).toBe(true);
    });

    it('is one that came before the next question, which was about other batches', () => {
      const asked = { ...run, questionAt: second(700) };
      const submission = aSubmission({ ...notApplied, attempts: [accepted('imp1', 600)], importId: 'imp1' });
      expect(newLateImports(asked, [submission])).toEqual([{ batch: 1, importId: 'imp1' }]);
    });
  });
});
