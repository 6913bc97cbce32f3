import { describe, expect, it } from 'vitest';
import { type EtaFacts, etaOf } from './eta.ts';
import { progressOf, type PhaseWork, type TrackerWork } from '../run/progress.ts';
import type { Submission } from '../model/submission.ts';
import { aRateBudget } from '../call-budget/testing/builders.ts';
import { aRun, aSubmission, second } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';

const at = (seconds: number) => new Date(second(seconds));
/** Seconds that each of the 150 batches that are left takes, in both phases. */
const mean = (50 * 10 + 100 * 20) / 150;
const reading = { rows: 1000, batches: 100, failed: 0, skipped: 0 };

/** Batches that have ended. */
const ended = (count: number, phase: 'dry' | 'real' = 'dry') =>
  Array.from({ length: count }, (_, index) => {
    const attempts = [anAttempt({ outcome: 'accepted', importId: `i${index}` })];
    return aSubmission({ batch: index + 1, phase, status: 'succeeded', attempts });
  });

/** Ends of batches, one after every `every` seconds. */
function phaseWork(count: number, every: number): PhaseWork {
  if (count === 0) return { ms: 0, latest: [] };
  const ms = count * every * 1000;
  return { ms, first: { ms: every * 1000, ended: 1 }, latest: [{ ms, ended: count }] };
}

interface Facts extends Partial<Omit<EtaFacts, 'progress'>> {
  readonly submissions?: readonly Submission[];
  readonly work?: Partial<TrackerWork>;
}

/** An earlier run of the same rows, of which a batch took 20 seconds. */
const before = aRun({
  ...{ runId: 'before', status: 'succeeded', reading },
  importingSince: second(-5000),
  finishedAt: second(-3000),
});

function eta({
  submissions = ended(50),
  run = aRun({ status: 'checking', reading }),
  work,
  ...more
}: Facts): string | null {
  const endedIn = (one: 'dry' | 'real') =>
    submissions.filter(({ phase, status }) => phase === one && status === 'succeeded').length;
  const seen: TrackerWork = {
    ...{ steps: 9, stayed: { steps: 0, ms: 0 }, read: 99, status: run.status, movedAt: second(500) },
    dry: phaseWork(endedIn('dry'), 10),
    real: phaseWork(endedIn('real'), 5),
    ...work,
  };
  const progress = progressOf(run, submissions, seen);
  return etaOf({
    ...{ run, progress, earlier: [before], budget: undefined, reserve: 0.1, now: at(500) },
    ...more,
  });
}

describe('the expected end of a run', () => {
  it('is computed from the pace of the dry run, and from an earlier import until this one has its own pace', () => {
    // Half of the dry run is left, and the whole import.
    expect(eta({})).toBe(second(500 + 50 * 10 + 100 * 20));
    const importing = aRun({ status: 'importing', reading });
    expect(eta({ run: importing, submissions: ended(100) })).toBe(second(500 + 100 * 20));
    const submissions = [...ended(100), ...ended(20, 'real')];
    expect(eta({ run: importing, submissions, earlier: [] })).toBe(second(500 + 80 * 5));
  });

  it('uses the newest earlier run that succeeded and is not much smaller', () => {
    const small = { ...before, reading: { ...reading, rows: 100 } };
    const failed = { ...before, status: 'failed' as const };
    const half = { ...before, reading: { ...reading, rows: 500 } };
    expect(eta({ earlier: [small, failed, half, before] })).toBe(second(500 + 50 * 10 + 100 * 40));
    expect(eta({ earlier: [small, failed] })).toBeNull();
  });

  it('is never in the past, however long nothing was seen to move', () => {
    const importing = aRun({ status: 'importing', reading });
    const submissions = [...ended(100), ...ended(100, 'real')];
    expect(eta({ run: importing, submissions, now: at(600) })).toBe(second(600 + 1 + 20));
  });

  it('depends only on the pace while the calls of the hour are enough', () => {
    expect(eta({ budget: aRateBudget({ limit: 100_000, free: 100_000 }) })).toBe(eta({}));
  });

  it('counts the hours that the calls need, half of each for sending', () => {
    // We have 54 calls an hour, 27 of them to send, and none left in this hour. To send 150 takes 6 hours, with 15 in the last.
    const budget = aRateBudget({ limit: 60, free: 6, given: { send: 27, poll: 27 } });
    expect(eta({ budget })).toBe(second(6 * 3600 + 15 * mean));
  });

  it('uses the rest of this hour first', () => {
    const budget = aRateBudget({ limit: 1000, free: 1000 });
    expect(eta({ budget })).toBe(eta({}));
    const few = aRateBudget({ limit: 1000, free: 150, given: { send: 425, poll: 425 } });
    // 50 calls are left, 21 of them for polls. 29 batches are sent in this hour and 121 in the next.
    expect(eta({ budget: few })).toBe(second(3600 + 121 * mean));
  });

  it.each([
    ['before some batches have ended', { submissions: ended(2) }],
    ['before the tracker has seen the run', { work: { dry: { ms: 0, latest: [] } } }],
    ['in the dry run of a first run', { earlier: [] }],
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
      second(6 * 3600 + 15 * mean),
    );
  });
});
