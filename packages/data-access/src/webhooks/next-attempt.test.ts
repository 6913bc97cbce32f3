import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostAttempts, nextAttempt, retryWaitsMs } from './next-attempt.ts';

const hour = 60 * 60_000;
const start = new Date('2026-03-01T08:00:00.000Z');

/** The times of all tries, if each takes no time. */
function triesWith(random: () => number): Date[] {
  const tries = [start];
  for (;;) {
    const next = nextAttempt(tries.length, tries.at(-1) ?? start, random);
    if (next === undefined) return tries;
    tries.push(next);
  }
}

describe('a delivery that fails', () => {
  it('is tried ten times over three days, at the times of the table', () => {
    const tries = triesWith(() => 0);
    expect(tries.map((date) => date.toISOString())).toEqual([
      '2026-03-01T08:00:00.000Z',
      '2026-03-01T08:00:30.000Z',
      '2026-03-01T08:05:30.000Z',
      '2026-03-01T08:35:30.000Z',
      '2026-03-01T10:35:30.000Z',
      '2026-03-01T15:35:30.000Z',
      '2026-03-02T00:35:30.000Z',
      '2026-03-02T13:35:30.000Z',
      '2026-03-03T07:35:30.000Z',
      '2026-03-04T07:35:30.000Z',
    ]);
    expect(mostAttempts).toBe(10);
  });

  it('is tried ten times within three days and over two and a half, whatever the jitter', () => {
    const chance = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 9,
      maxLength: 9,
    });
    fc.assert(
      fc.property(chance, (numbers) => {
        const left = [...numbers];
        const tries = triesWith(() => left.shift() ?? 0);
        expect(tries).toHaveLength(10);
        const lasted = (tries.at(-1) ?? start).getTime() - start.getTime();
        expect(lasted).toBeLessThanOrEqual(72 * hour);
        expect(lasted).toBeGreaterThan(60 * hour);
        expect(tries.toSorted((a, b) => a.getTime() - b.getTime())).toEqual(tries);
      }),
    );
  });

  it('does not come back at the same time as others that failed with it', () => {
    for (const [index, wait] of retryWaitsMs.entries()) {
      const latest = nextAttempt(index + 1, start, () => 0);
      const earliest = nextAttempt(index + 1, start, () => 0.999999);
      expect((latest?.getTime() ?? 0) - (earliest?.getTime() ?? 0)).toBeGreaterThan(wait * 0.14);
    }
  });

  it('is parked after the tenth try, and due at once before the first', () => {
    expect(nextAttempt(9, start, () => 0)).toBeDefined();
    expect(nextAttempt(10, start, () => 0)).toBeUndefined();
    expect(nextAttempt(11, start, () => 0)).toBeUndefined();
    expect(nextAttempt(0, start, () => 0)).toEqual(start);
  });
});
