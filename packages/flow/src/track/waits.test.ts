import type { Submission } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { isStalled, nextPace, progressKeyOf, type Moment, type Pace } from './waits.ts';

const start = Date.parse('2026-03-01T08:00:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000);

function submission(status: Submission['status'], more: Partial<Submission> = {}): Submission {
  const base = { runId: 'run1', batch: 1, phase: 'dry', sha256: 'x', rows: 500, version: 1 } as const;
  return { ...base, status, attempts: [], ...more };
}

function moment(submissions: Submission[], seconds: number, more: Partial<Moment> = {}): Moment {
  const progressKey = progressKeyOf(submissions);
  return { submissions, progressKey, now: at(seconds), restSeconds: 0, queuedAgain: false, ...more };
}

/** The waits of a tracker that sees these submissions again and again. */
function waits(submissions: Submission[], count: number, more: Partial<Moment> = {}): number[] {
  let pace: Pace = { polls: 0 };
  let time = 0;
  return Array.from({ length: count }, () => {
    const next = nextPace(pace, moment(submissions, time, more));
    [pace, time] = [next, time + next.waitSeconds];
    return next.waitSeconds;
  });
}

describe('the pace of tracking', () => {
  it('grows from half a second to five minutes while nothing moves, slowly while the function itself waits', () => {
    expect(waits([submission('accepted')], 25)).toEqual([
      ...[0.5, 0.63, 0.79, 0.99, 1.24, 1.55, 1.94, 2.43, 3.04, 3.8, 4.75, 5.94, 7.43, 9.29],
      ...[12, 18, 27, 41, 62, 93, 140, 210, 300, 300, 300],
    ]);
  });

  it('begins with a tenth of a second for a hundred rows or fewer, and doubles up to half a second', () => {
    const small = (rows: number) => waits([submission('accepted', { rows })], 5);
    expect(small(2)).toEqual([0.1, 0.2, 0.4, 0.5, 0.63]);
    expect(small(100)).toEqual([0.1, 0.2, 0.4, 0.5, 0.63]);
    expect(small(300)).toEqual([0.3, 0.5, 0.63, 0.79, 0.99]);
    expect(waits([], 2)).toEqual([0.5, 0.63]);
  });

  it('is quick again after progress', () => {
    const before = nextPace(
      { polls: 3, waitSeconds: 62, progressKey: 'other' },
      moment([submission('accepted')], 0),
    );
    expect(before).toMatchObject({ polls: 4, waitSeconds: 0.5, unchangedSince: at(0).toISOString() });
  });

  it('is never late for a lease, a parked batch or a lost message (invariant 12)', () => {
    const leaseUntil = at(45).toISOString();
    const attempt = { number: 1, owner: 'o', sentAt: at(0).toISOString(), leaseUntil };
    const steps = (one: Submission) => {
      let time = 0;
      return waits([one], 30).map((wait) => (time += wait));
    };
    expect(steps(submission('sending', { attempts: [attempt] }))).toContain(45);
    expect(steps(submission('parked', { notBefore: at(100).toISOString() }))).toContain(100);
    expect(steps(submission('planned'))).toContain(120);
  });

  it('is slower after progress while much is left, and quick again at the end', () => {
    const waitAfter = (ended: number, seconds: number, more: Partial<Moment> = {}) => {
      const sent = { number: 1, owner: 'o', sentAt: at(0).toISOString(), leaseUntil: at(45).toISOString() };
      const many = Array.from({ length: 500 }, (_, index) =>
        submission(index < ended ? 'succeeded' : 'accepted', { batch: index + 1, attempts: [sent] }),
      );
      return nextPace({ polls: 0 }, moment(many, seconds, more)).waitSeconds;
    };
    // 80 seconds for 100 of 500: about 320 are left.
    expect([waitAfter(100, 80), waitAfter(100, 320)]).toEqual([16, 30]);
    expect(waitAfter(100, 80, { hasMore: true })).toBe(0.5);
    expect([waitAfter(450, 360), waitAfter(490, 392), waitAfter(499, 400)]).toEqual([10, 2, 0.5]);
    expect([waitAfter(0, 1), waitAfter(0, 40)]).toEqual([0.5, 8]);
    // After a few seconds one end of 500 tells little.
    expect([waitAfter(1, 2), waitAfter(2, 10)]).toEqual([0.5, 2]);
  });

  it('waits when the service asks for it', () => {
    expect(waits([submission('accepted')], 2, { restSeconds: 60 })).toEqual([60, 90]);
  });

  it('takes planned batches for stalled after two minutes without any progress', () => {
    const progressKey = progressKeyOf([submission('planned')]);
    const before = { polls: 5, progressKey, unchangedSince: at(0).toISOString() };
    expect(isStalled(before, { progressKey, now: at(119) })).toBe(false);
    expect(isStalled(before, { progressKey, now: at(120) })).toBe(true);
    const moved = progressKeyOf([submission('planned'), submission('accepted', { batch: 2 })]);
    expect(isStalled(before, { progressKey: moved, now: at(500) })).toBe(false);
  });
});
