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
  const [dry, real] = [{ phase: 'dry' }, {}] as const;
  const late = 13 * 60;

  it.each([
    ['a dry run, at once', 'now', dry, [0], 0, false],
    ['a dry run for the second time, after a pause', 'later', dry, [0, 1], 1, false],
    ['a dry run for the second time, once the pause is over', 'now', dry, [0, 1], 2, false],
    ['a real import under a key, at once', 'now', real, [0], 0, true],
    ['under a key that may be forgotten, only later', 'laterIfHarmless', real, [0, late], late + 1, true],
    ['under such a key, after the quiet period', 'ifHarmless', real, [0, late], late + 15, true],
    ['a real import without a key, not before 15 minutes', 'laterIfHarmless', real, [0], 14.9, false],
    ['after 15 minutes, unless it does harm', 'ifHarmless', real, [0], 15, false],
    ['not after five lost answers', 'never', real, [0, 20, 40, 60, 80], 200, false],
  ] as const)('is sent again: %s', (_name, expected, phase, attempts, minutes, key) => {
    expect(whenToRepeat(unknown(attempts, phase), { now: after(minutes), key }).kind).toBe(expected);
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
