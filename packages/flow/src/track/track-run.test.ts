import { createMemoryLedger, type Run } from '@sluice/ledger';
import { expect, it, vi } from 'vitest';
import { aBudget } from '../testing/a-budget.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine, createMemoryQueue } from '../testing/memory-ports.ts';
import { acceptedRun } from '../testing/planned-run.ts';
import { trackRun } from './track-run.ts';

captureLog();
const runId = 'run1';

it('a tracker that slept before it took the lane ends no run that another has moved on (invariant 3)', async () => {
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const ledger = createMemoryLedger({ now });
  const files = createMemoryFiles();
  await acceptedRun({ ledger, files, now });
  const run = (await ledger.run(runId))!;
  const dry = (await ledger.submissions(runId)).filter(({ phase }) => phase === 'dry');
  const planned = dry.map((one) => ({ ...one, status: 'planned' as const }));
  const asItWas: Run = { ...run, status: 'queued', lane: 'here', version: run.version - 1 };
  const service = {
    forgetCredentials: () => undefined,
    connect: () => Promise.reject(new Error('not now')),
  };
  const sleepy = {
    ...ledger,
    run: vi.fn(ledger.run).mockResolvedValueOnce(asItWas),
    submissions: vi.fn(ledger.submissions).mockResolvedValueOnce(planned),
    takeLane: async () => ({ run }),
  };
  const ports = { batches: createMemoryQueue<never>(), machine: createMemoryMachine(), service };
  const services = { ledger: sleepy, files, ...ports, budget: aBudget(now), idempotencyKey: true, now };
  await trackRun({ runId, polls: 0 }, services);
  expect((await ledger.run(runId))?.status).toBe('importing');
});
