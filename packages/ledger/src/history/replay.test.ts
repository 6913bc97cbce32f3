import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryLedger } from '../testing/memory/memory-ledger.ts';
import type { LedgerEvent } from '../model/event.ts';
import { replay } from './replay.ts';
import { aBatch, aNewRun, second } from '../testing/builders.ts';
import { submissionEvents } from '../testing/submission-events.ts';

let history: LedgerEvent[];
beforeEach(async () => {
  const ledger = createMemoryLedger({ now: () => new Date(second(0)) });
  await ledger.beginRun(aNewRun());
  await ledger.planBatch(aBatch());
  const ref = { runId: 'run-1', batch: 1, phase: 'dry' } as const;
  await ledger.moveSubmission(ref, submissionEvents.sendStarted);
  await ledger.moveSubmission(ref, { ...submissionEvents.accepted, owner: 'b' });
  await ledger.moveSubmission(ref, { ...submissionEvents.ended, owner: 'b' });
  history = await ledger.events('run-1');
});

describe('a history (invariant 10)', () => {
  it('is refused when any line but the last is missing', () => {
    for (const [index, { type }] of history.entries()) {
      if (type === 'ended') continue;
      expect(() => replay(history.toSpliced(index, 1))).toThrow(
        expect.objectContaining({ code: 'history_broken' }),
      );
    }
  });

  it('is refused when it has a line twice', () => {
    for (const line of history) {
      expect(() => replay([...history, line])).toThrow(expect.objectContaining({ code: 'history_broken' }));
    }
  });

  it('is refused when two lines have swapped versions', () => {
    const swapped = history.map((line) => {
      if (line.subject === 'run') return line;
      return { ...line, version: line.version === 2 ? 3 : line.version === 3 ? 2 : line.version };
    });
    expect(() => replay(swapped)).toThrow(expect.objectContaining({ code: 'history_broken' }));
  });
});
