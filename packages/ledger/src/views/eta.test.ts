import { describe, expect, it } from 'vitest';
import { type EtaFacts, etaOf } from './eta.ts';
import { progressOf } from '../run/progress.ts';
import type { Submission } from '../submission/schemas.ts';
import { aRateBudget } from '../../../call-budget/src/testing/builders.ts';
import { aRun, aSubmission, second } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';

const at = (seconds: number) => new Date(second(seconds));
const reading = { rows: 1000, batches: 100, failed: 0, skipped: 0 };

/** Batches that have ended, one after every `every` seconds. */
function ended(
  count: number,
  { phase = 'dry', every = 10 }: { phase?: 'dry' | 'real'; every?: number } = {},
) {
  return Array.from({ length: count }, (_, index): Submission => {
    const endedAt = second((index + 1) * every);
    const attempts = [anAttempt({ sentAt: endedAt, endedAt, outcome: 'accepted', importId: `i${index}` })];
    return aSubmission({ batch: index + 1, phase, status: 'succeeded', attempts });
  });
}

function eta({
  submissions = ended(50),
  run = aRun({ status: 'checking', reading }),
  ...more
}: Partial<Omit<EtaFacts, 'progress'>> & { submissions?: readonly Submission[] }): string | null {
  const progress = progressOf(run, submissions);
  return etaOf({ run, progress, budget: undefined, reserve: 0.1, now: at(500), ...more });
}

describe('the expected end of a run', () => {
  it('is computed from the rest of both phases and the pace so far', () => {
    // 50 batches in 490 seconds and the 0 since; 150 of 200 are left.
    expect(eta({})).toBe(second(500 + 150 * (490 / 50)));
    const submissions = [...ended(100, { every: 1 }), ...ended(20, { phase: 'real', every: 1 })];
    const importing = aRun({ status: 'importing', reading });
    const early = eta({ run: importing, submissions, now: at(101) });
    expect(Date.parse(early ?? '')).toBeLessThan(at(101 + 80).getTime());
  });

  it('depends only on the pace while the calls of the hour are enough', () => {
    expect(eta({ budget: aRateBudget({ limit: 100_000, free: 100_000 }) })).toBe(eta({}));
  });

  it('counts the hours that the calls need, half of each for sending', () => {
    // We have 54 calls an hour, 27 of them to send, and none left in this hour. To send 150 takes 6 hours, with 15 in the last.
    const budget = aRateBudget({ limit: 60, free: 6, given: { send: 27, poll: 27 } });
    expect(eta({ budget })).toBe(second(6 * 3600 + 15 * (490 / 50)));
  });

  it('uses the rest of this hour first', () => {
    const budget = aRateBudget({ limit: 1000, free: 1000 });
    expect(eta({ budget })).toBe(eta({}));
    const few = aRateBudget({ limit: 1000, free: 150, given: { send: 425, poll: 425 } });
    // 50 calls are left, 21 of them for polls. 29 batches are sent in this hour and 121 in the next.
    expect(eta({ budget: few })).toBe(second(3600 + 121 * (490 / 50)));
  });

  it('does not count an hour of waiting as work', () => {
    const waited = [...ended(3), ...ended(3).map((one, index) => moved(one, 3600 + 10 * index))];
    const now = at(3620);
    const answer = eta({ submissions: waited, now });
    // 10 + 10 and 10 + 10 seconds of work for 6 batches.
    expect(Date.parse(answer ?? '')).toBe(Math.floor(now.getTime() + 194 * (40_000 / 6)));
  });

  it.each([
    ['before three answers', { submissions: ended(2) }],
    ['before the sheet was read', { run: aRun({ status: 'reading' }) }],
    ['while the run waits for another', { run: aRun({ status: 'queued', reading }) }],
    ['while a person is asked', { run: aRun({ status: 'needs_decision', reading }) }],
    ['after its end', { run: aRun({ status: 'succeeded', reading }) }],
    [
      'when it was asked to stop',
      { run: aRun({ status: 'checking', reading, cancel: { at: second(1), by: 'ana' } }) },
    ],
    [
      'with a batch of unknown outcome',
      { submissions: [...ended(50), aSubmission({ batch: 51, status: 'unknown' })] },
    ],
    ['when nothing has moved for a while', { now: at(500 + 301) }],
  ] as const)('is not known %s', (_when, more) => {
    expect(eta(more)).toBeNull();
  });

  it('is known while batches wait for the next hour', () => {
    const parked = aSubmission({ phase: 'dry', batch: 51, status: 'parked', notBefore: second(3600) });
    const budget = aRateBudget({ limit: 60, free: 6 });
    expect(eta({ submissions: [...ended(50), parked], budget, now: at(2000) })).toBe(
      second(6 * 3600 + 15 * (490 / 50)),
    );
  });
});

function moved(one: Submission, seconds: number): Submission {
  const attempts = one.attempts.map((attempt) => ({ ...attempt, endedAt: second(seconds) }));
  return { ...one, batch: one.batch + 3, attempts };
}
