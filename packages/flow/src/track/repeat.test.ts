import { createMemoryLedger, type Attempt, type Submission } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { importingRun, plannedRun } from '../testing/planned-run.ts';
import { harmOfRepeat, whenToRepeat } from './repeat.ts';

const start = Date.parse('2026-03-01T08:00:00.000Z');
const minute = 60_000;
const after = (minutes: number) => new Date(start + minutes * minute);

/** A submission with ambiguous attempts at these minutes. */
function unknown(minutes: readonly number[], more: Partial<Submission> = {}): Submission {
  const attempts = minutes.map((at, index): Attempt => {
    const sentAt = after(at).toISOString();
    return { number: index + 1, owner: `o${index}`, sentAt, leaseUntil: sentAt, outcome: 'ambiguous' };
  });
  const base = { runId: 'run1', batch: 1, phase: 'real', sha256: 'x', rows: 2, version: 1 } as const;
  return { ...base, status: 'unknown', attempts, ...more };
}

describe('an ambiguous batch (invariant 3)', () => {
  it.each([
    ['a dry run, at once', 'now', { submission: unknown([0], { phase: 'dry' }), minutes: 0, key: false }],
    [
      'a second time, after a while',
      'later',
      { submission: unknown([0, 1], { phase: 'dry' }), minutes: 1, key: false },
    ],
    [
      'a second time, after a while that has passed',
      'now',
      { submission: unknown([0, 1], { phase: 'dry' }), minutes: 2, key: false },
    ],
    ['a real import under a key, at once', 'now', { submission: unknown([0]), minutes: 0, key: true }],
    [
      'one whose key the service may have forgotten',
      'laterIfHarmless',
      { submission: unknown([0, 13 * 60]), minutes: 13 * 60 + 1, key: true },
    ],
    [
      'the same after a quiet time',
      'ifHarmless',
      { submission: unknown([0, 13 * 60]), minutes: 13 * 60 + 15, key: true },
    ],
    [
      'a real import without a key, not before 15 minutes',
      'laterIfHarmless',
      { submission: unknown([0]), minutes: 14.9, key: false },
    ],
    ['then, unless it does harm', 'ifHarmless', { submission: unknown([0]), minutes: 15, key: false }],
    [
      'not after five answers were lost',
      'never',
      { submission: unknown([0, 20, 40, 60, 80]), minutes: 200, key: false },
    ],
  ] as const)('is sent again: %s', (_name, expected, { submission, minutes, key }) => {
    expect(whenToRepeat(submission, { now: after(minutes), key }).kind).toBe(expected);
  });

  it('is not sent again after a hundred attempts', () => {
    const attempts = unknown([0]).attempts.map((attempt) => ({ ...attempt, number: 100 }));
    expect(whenToRepeat(unknown([0], { attempts }), { now: after(1), key: true }).kind).toBe('never');
  });
});

describe('sending a batch again', () => {
  const now = () => after(0);
  async function harmOf(fields: Record<string, unknown> = {}) {
    const ledger = createMemoryLedger({ now });
    const files = createMemoryFiles();
    await importingRun({ ledger, files, now, fields });
    const [submission] = (await ledger.submissions('run1')).filter(({ phase }) => phase === 'real');
    return harmOfRepeat(submission!, files);
  }

  it('does no harm if every record is found by its lookup', async () => {
    expect(await harmOf({ name: 'Ann' })).toBeUndefined();
  });

  it('does harm to deletions', async () => {
    expect(await harmOf({ deleted: false })).toContain('deletions');
  });

  it('does harm if its object is missing', async () => {
    const ledger = createMemoryLedger({ now });
    await plannedRun({ ledger, files: createMemoryFiles(), now });
    const [submission] = await ledger.submissions('run1');
    expect(await harmOfRepeat(submission!, createMemoryFiles())).toContain('missing');
  });
});
