import { createMemoryLedger } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { aBudget } from '../testing/a-budget.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine, createMemoryQueue } from '../testing/memory-ports.ts';
import { importingRun } from '../testing/planned-run.ts';
import { requeueSubmissions } from './requeue.ts';
import { trackedRun } from './tracked-run.ts';

captureLog();
const batches = 60;
const hour = 3_600_000;

/** A run with only ambiguous batches. */
async function setUp({ key = false, room = Infinity }: { key?: boolean; room?: number } = {}) {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  const now = () => new Date(time);
  const ledger = createMemoryLedger({ now });
  const files = createMemoryFiles();
  await importingRun({ ledger, files, now, batches });
  for (let batch = 1; batch <= batches; batch += 1) {
    const ref = { runId: 'run1', batch, phase: 'real' } as const;
    const [at, owner] = [now().toISOString(), `owner-${batch}`];
    const sent = { owner, leaseUntil: at, ...(key && { keyed: true as const }) };
    await ledger.moveSubmission(ref, { type: 'sendStarted', at, ...sent });
    await ledger.moveSubmission(ref, { type: 'ambiguous', at, owner, reason: 'no answer came back' });
  }
  time += hour;
  const services = {
    ledger,
    files,
    service: { connect: () => Promise.reject(new Error('not called')), forgetCredentials: () => undefined },
    budget: { ...aBudget(now), room: async () => room },
    batches: createMemoryQueue<{ v: 1; runId: string; batch: number; phase: 'dry' | 'real' }>(),
    machine: createMemoryMachine(),
    idempotencyKey: key,
    inbox: { versionsOf: async () => [] },
    now,
  };
  const run = (await ledger.run('run1'))!;
  const requeued = await requeueSubmissions(
    trackedRun(run, await ledger.submissions('run1'), { ledger }),
    services,
  );
  return { requeued, queued: services.batches.messages };
}

describe('many ambiguous batches', () => {
  it('are all sent again under a key (invariants 3, 12)', async () => {
    const { requeued, queued } = await setUp({ key: true });
    expect(requeued).toEqual({ stuck: [] });
    expect(queued).toHaveLength(batches);
  });

  it('are put to a person together without one (invariants 3, 12)', async () => {
    const { requeued, queued } = await setUp();
    expect(new Set(requeued.stuck.map(({ batch }) => batch)).size).toBe(batches);
    expect(queued).toEqual([]);
  });

  it('wait while there are no calls for them', async () => {
    const { requeued, queued } = await setUp({ key: true, room: 0 });
    expect(requeued).toEqual({ stuck: [], sendsFrom: new Date('2026-03-01T09:05:00.000Z') });
    expect(queued).toEqual([]);
  });
});
