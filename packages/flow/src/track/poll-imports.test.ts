import { createMemoryLedger, type Ledger } from '@sluice/ledger';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBudget } from '../testing/a-budget.ts';
import { acceptedImports } from '../testing/accepted-imports.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine, createMemoryQueue } from '../testing/memory-ports.ts';
import { acceptedRun } from '../testing/planned-run.ts';
import { trackedRun, type TrackRunServices } from './tracked-run.ts';
import { pollImports } from './poll-imports.ts';

const runId = 'run1';
const batches = 40;
const start = Date.parse('2026-03-01T08:00:00.000Z');

/** All batches were accepted, the first one first; of their imports those in `done` have ended. */
describe('asking for many imports', () => {
  captureLog();
  let ledger: Ledger;
  let services: TrackRunServices;
  let asked: string[];
  let done: Set<string>;

  beforeEach(async () => {
    let seconds = 0;
    const now = () => new Date(start + (seconds += 1) * 1000);
    ledger = createMemoryLedger({ now });
    const files = createMemoryFiles();
    await acceptedRun({ ledger, files, now, batches });
    [asked, done] = [[], new Set()];
    const frozen = now();
    services = {
      ledger,
      files,
      service: acceptedImports((importId) => {
        asked.push(importId);
        return done.has(importId);
      }),
      budget: aBudget(() => frozen),
      batches: createMemoryQueue(),
      machine: createMemoryMachine(),
      idempotencyKey: true,
      now: () => frozen,
    };
  });

  const poll = async (step: number) => {
    const run = await ledger.run(runId);
    if (run === undefined) throw new Error('There is no run.');
    asked.length = 0;
    const polled = await pollImports(
      trackedRun(run, await ledger.submissions(runId), { ledger }),
      step,
      services,
    );
    const ended = (await ledger.submissions(runId)).filter(({ phase, status }) => {
      return phase === 'real' && status === 'succeeded';
    });
    return { ...polled, asked: [...asked], ended: ended.length };
  };

  it('costs no more calls for many than for few: two that go on end the step', async () => {
    expect(await poll(0)).toMatchObject({ asked: ['i1', 'i2'], ended: 0, hasMore: false });
  });

  it('learns every end behind which few go on, the oldest first', async () => {
    for (let batch = 1; batch <= 30; batch += 1) done.add(`i${batch}`);
    const { asked: all, ended } = await poll(0);
    expect(ended).toBe(30);
    expect(all.slice(0, 2)).toEqual(['i1', 'i2']);
    expect(all.length).toBeLessThanOrEqual(30 + 8);
  });

  it('comes to the end of all others although the oldest never end (invariant 12)', async () => {
    for (let batch = 3; batch <= batches; batch += 1) done.add(`i${batch}`);
    let [step, ended] = [0, 0];
    for (; ended < batches - 2 && step < 100; step += 1) ({ ended } = await poll(step));
    expect(ended).toBe(batches - 2);
  });
});
