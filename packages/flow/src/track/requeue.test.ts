import { createMemoryLedger } from '@sluice/ledger';
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

/** A run with only ambiguous batches. Reading one takes a second. */
async function setUp({ fields = {}, room = Infinity }: { fields?: object; room?: number } = {}) {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  const now = () => new Date(time);
  const ledger = createMemoryLedger({ now });
  const files = createMemoryFiles();
  await importingRun({ ledger, files, now, batches, fields: { ...fields } });
  for (let batch = 1; batch <= batches; batch += 1) {
    const ref = { runId: 'run1', batch, phase: 'real' } as const;
    const [at, owner] = [now().toISOString(), `owner-${batch}`];
    await ledger.moveSubmission(ref, { type: 'sendStarted', at, owner, leaseUntil: at });
    await ledger.moveSubmission(ref, { type: 'ambiguous', at, owner, reason: 'no answer came back' });
  }
  time += hour;
  const met = { reads: 0 };
  const services = {
    ledger,
    files: {
      ...files,
      get: async (key: string) => {
        [met.reads, time] = [met.reads + 1, time + 1000];
        return files.get(key);
      },
    },
    service: { connect: () => Promise.reject(new Error('not called')), forgetCredentials: () => undefined },
    budget: { ...aBudget(now), room: async () => room },
    batches: createMemoryQueue<{ v: 1; runId: string; batch: number; phase: 'dry' | 'real' }>(),
    machine: createMemoryMachine(),
    idempotencyKey: false,
    now,
  };
  const free = async () => {
    const run = (await ledger.run('run1'))!;
    return requeueSubmissions(trackedRun(run, await ledger.submissions('run1'), { ledger }), services);
  };
  return { free, met, queued: services.batches.messages };
}

describe('many ambiguous batches', () => {
  it('are read no longer than a step may take, and the next step goes on (invariant 12)', async () => {
    const { free, met, queued } = await setUp();
    expect(await free()).toEqual({ stuck: [] });
    expect(queued).toHaveLength(20);
    expect(met.reads).toBe(20);
    await free();
    await free();
    expect(queued).toHaveLength(batches);
  });

  it('are put to a person together if none of those read may be sent again (invariants 3, 12)', async () => {
    const { free, met, queued } = await setUp({ fields: { deleted: true } });
    const { stuck } = await free();
    expect(new Set(stuck.map(({ batch }) => batch)).size).toBe(batches);
    expect(queued).toEqual([]);
    expect(met.reads).toBe(20);
  });

  it('are not read while there are no calls for them', async () => {
    const { free, met, queued } = await setUp({ room: 0 });
    expect(await free()).toMatchObject({ stuck: [], sendsFrom: new Date('2026-03-01T09:05:00.000Z') });
    expect(queued).toEqual([]);
    expect(met.reads).toBe(0);
  });
});
