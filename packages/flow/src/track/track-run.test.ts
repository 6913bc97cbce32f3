import { progressOf, type Run } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { expect, it, vi } from 'vitest';
import { aBudget } from '../testing/a-budget.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine, createMemoryQueue } from '../testing/memory-ports.ts';
import { acceptedRun, plannedRun } from '../testing/planned-run.ts';
import { trackRun } from './track-run.ts';

captureLog();
const runId = 'run1';

const inbox = { versionsOf: async () => [] };

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
    runWithProgress: vi.fn(ledger.runWithProgress).mockResolvedValueOnce({ run: asItWas }),
    submissions: vi.fn(ledger.submissions).mockResolvedValueOnce(planned),
    takeLane: async () => ({ run }),
  };
  const ports = { batches: createMemoryQueue<never>(), machine: createMemoryMachine(), service };
  const services = {
    ledger: sleepy,
    files,
    ...ports,
    budget: aBudget(now),
    idempotencyKey: true,
    inbox,
    now,
  };
  await trackRun({ runId, polls: 0 }, services);
  expect((await ledger.run(runId))?.status).toBe('importing');
});

it('keeps the progress of a run in one item, and writes it only when something changed', async () => {
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const memory = createMemoryLedger({ now });
  const ledger = { ...memory, keepProgress: vi.fn(memory.keepProgress) };
  const files = createMemoryFiles();
  await plannedRun({ ledger, files, now, batches: 3 });
  const service = { forgetCredentials: () => undefined, connect: () => Promise.reject(new Error('none')) };
  const ports = { batches: createMemoryQueue<never>(), machine: createMemoryMachine(), service };
  const services = { ledger, files, inbox, ...ports, budget: aBudget(now), idempotencyKey: true, now };
  const first = await trackRun({ runId, polls: 0 }, services);
  const second = await trackRun(first, services);
  expect(ledger.keepProgress).toHaveBeenCalledTimes(1);
  const dry = { runId, batch: 2, phase: 'dry' } as const;
  const at = now().toISOString();
  await ledger.moveSubmission(dry, { type: 'sendStarted', at, owner: 'me', leaseUntil: at });
  await ledger.moveSubmission(dry, { type: 'accepted', at, owner: 'me', importId: 'i2' });
  await ledger.moveSubmission(dry, { type: 'ended', at, status: 'succeeded', counts: { created: 2 } });
  await trackRun(second, services);
  expect(ledger.keepProgress).toHaveBeenCalledTimes(2);
  const { run, progress } = (await ledger.runWithProgress(runId))!;
  const work = {
    steps: 3,
    stayed: { steps: 0, ms: 0 },
    read: 9,
    status: 'checking',
    dry: { ms: 0, first: { ms: 0, ended: 1 }, latest: [] },
    real: { ms: 0, latest: [] },
    movedAt: at,
  } as const;
  expect(progress).toEqual(progressOf(run, await ledger.submissions(runId), work));
  expect(progress?.dry).toEqual({ batches: 3, sent: 1, ended: 1, passed: 1 });
});
