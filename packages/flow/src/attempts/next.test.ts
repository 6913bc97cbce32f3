import type { Attempt, Submission } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { whenToRepeat } from './next.ts';

const start = Date.parse('2026-03-01T08:00:00.000Z');
const minute = 60_000;
const after = (minutes: number) => new Date(start + minutes * minute);

/** A submission with ambiguous attempts at these minutes. */
function unknown(minutes: readonly number[], more: Partial<Submission> = {}, keyed?: true): Submission {
  const attempts = minutes.map((at, index): Attempt => {
    const sentAt = after(at).toISOString();
    return {
      number: index + 1,
      owner: `o${index}`,
      sentAt,
      leaseUntil: sentAt,
      outcome: 'ambiguous',
      ...(keyed && { keyed }),
    };
  });
  const base = { runId: 'run1', batch: 1, phase: 'real', sha256: 'x', rows: 2, version: 1 } as const;
  return { ...base, status: 'unknown', attempts, ...more };
}

describe('an ambiguous batch (invariant 3)', () => {
  const [dry, real] = [{ phase: 'dry' }, {}] as const;
  const late = 13 * 60;

  it.each([
    ['a dry run, at once', 'plan', dry, [0], 0, false],
    ['a dry run for the second time, after a pause', undefined, dry, [0, 1], 1, false],
    ['a dry run for the second time, once the pause is over', 'plan', dry, [0, 1], 2, false],
    ['a real import under a key, at once', 'plan', real, [0], 0, true],
    ['under a key that may be forgotten, never', 'stuck', real, [0, late], late + 60, true],
    ['a real import without a key, never, however long ago', 'stuck', real, [0], 600, false],
  ] as const)('is sent again: %s', (_name, expected, phase, attempts, minutes, key) => {
    const sent = unknown(attempts, phase, key || undefined);
    expect(whenToRepeat(sent, { now: after(minutes), key })?.kind).toBe(expected);
  });

  it('is not sent again under a key that its first copy did not have', () => {
    expect(whenToRepeat(unknown([0]), { now: after(1), key: true })?.kind).toBe('stuck');
  });

  it('is not sent again after a hundred attempts', () => {
    const attempts = unknown([0]).attempts.map((attempt) => ({ ...attempt, number: 100 }));
    expect(whenToRepeat(unknown([0], { attempts }), { now: after(1), key: true })?.kind).toBe('stuck');
  });
});
