import { createMemoryLedger } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { aBudget } from '../testing/a-budget.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine, createMemoryQueue } from '../testing/memory-ports.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { trackSteps } from './track-steps.ts';

const logged = captureLog();
const runId = 'run1';

/** A tracker whose run has a planned batch, on a clock that only its own waits move. */
async function tracking() {
  let ms = Date.parse('2026-03-01T08:00:00.000Z');
  const now = () => new Date(ms);
  const ledger = createMemoryLedger({ now });
  const files = createMemoryFiles();
  await plannedRun({ ledger, files, now, batches: 1 });
  const service = { forgetCredentials: () => undefined, connect: () => Promise.reject(new Error('none')) };
  const ports = { batches: createMemoryQueue<never>(), machine: createMemoryMachine(), service };
  const inbox = { versionsOf: async () => [] };
  const slept: number[] = [];
  const sleep = async (wait: number) => void (slept.push(wait), (ms += wait));
  const services = { ledger, files, ...ports, budget: aBudget(now), idempotencyKey: true, now, sleep, inbox };
  return { services, slept, ledger, now };
}

describe('one invocation of the tracker', () => {
  it('waits for its next steps itself, for a quarter of its minute, and leaves whole seconds to the machine', async () => {
    const { services, slept, ledger } = await tracking();
    const output = await trackSteps({ runId, polls: 0 }, services);
    const stayed = slept.reduce((sum, ms) => sum + ms, 0);
    expect(slept.length).toBeGreaterThan(5);
    expect(stayed).toBeLessThanOrEqual(15_000);
    expect(output).toMatchObject({ next: 'wait', polls: slept.length + 1 });
    expect(Number.isInteger(output.waitSeconds)).toBe(true);
    expect(output.work).toMatchObject({
      steps: slept.length + 1,
      stayed: { steps: slept.length, ms: stayed },
    });
    expect(logged.lines.join('\n')).toContain(`"stays":${slept.length},"ms":${stayed}`);
    expect((await ledger.run(runId))?.status).toBe('checking');
  });

  it('leaves long waits to the machine', async () => {
    const { services, slept } = await tracking();
    const first = await trackSteps({ runId, polls: 0 }, services);
    slept.length = 0;
    const output = await trackSteps({ ...first, waitSeconds: 62 }, services);
    expect(slept).toEqual([]);
    expect(output.waitSeconds).toBe(93);
  });

  it('does not stay with a run that only waits for others', async () => {
    const { services, slept, ledger, now } = await tracking();
    await ledger.moveRun(runId, { type: 'cancelRequested', at: now().toISOString(), by: 'ana' });
    const output = await trackSteps({ runId, polls: 0 }, services);
    expect(output.next).toBe('report');
    expect(slept).toEqual([]);
  });
});
