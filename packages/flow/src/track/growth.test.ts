import { createMemoryLedger } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { aBudget } from '../testing/a-budget.ts';
import { acceptedImports } from '../testing/accepted-imports.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine, createMemoryQueue } from '../testing/memory-ports.ts';
import { acceptedRun } from '../testing/planned-run.ts';
import { trackRun, type TrackOutput } from './track-run.ts';

const runId = 'run1';
const start = Date.parse('2026-03-01T08:00:00.000Z');
/** About what the service does: 5 workers, a batch of 500 rows in a second. */
const endsPerSecond = 5;

interface Cost {
  /** Questions for the state of an import, for each batch. */
  readonly asked: number;
  /** Steps, each of which reads all submissions of the run: a request for a megabyte, which holds some 1,000 of them. */
  readonly steps: number;
  /** Seconds from the end of the last import to the end of the run. */
  readonly late: number;
}

/** A run whose batches were all accepted is followed to its end. */
async function costOf(batches: number): Promise<Cost> {
  let ms = start;
  const now = () => new Date(ms);
  const ledger = createMemoryLedger({ now });
  const files = createMemoryFiles();
  await acceptedRun({ ledger, files, now, batches });
  let [asked, steps] = [0, 0];
  const services = {
    ledger,
    files,
    batches: createMemoryQueue<never>(),
    machine: createMemoryMachine(),
    service: acceptedImports((importId) => {
      asked += 1;
      return ms >= start + (Number(importId.slice('i'.length)) / endsPerSecond) * 1000;
    }),
    budget: aBudget(now),
    idempotencyKey: true,
    now,
  };
  let state: Pick<TrackOutput, 'runId' | 'polls'> & Partial<TrackOutput> = { runId, polls: 0 };
  for (; state.next === undefined || state.next === 'wait'; ms += (state.waitSeconds ?? 0) * 1000) {
    state = await trackRun(state, services);
    steps += 1;
  }
  const { finishedAt = '' } = (await ledger.run(runId)) ?? {};
  const late = (Date.parse(finishedAt) - start) / 1000 - batches / endsPerSecond;
  return { asked: asked / batches, steps: steps / batches, late };
}

describe('what a run costs to follow, for each batch', () => {
  captureLog();

  it('does not grow from 20 batches to 400, and its end is seen at once', async () => {
    const [few, many] = [await costOf(20), await costOf(400)];
    expect(many.asked / few.asked).toBeLessThanOrEqual(1.2);
    expect(many.asked).toBeLessThanOrEqual(2);
    expect(many.steps / few.steps).toBeLessThanOrEqual(1.2);
    expect(many.late).toBeLessThanOrEqual(2);
  });
});
