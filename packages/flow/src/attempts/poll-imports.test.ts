import type { CallBudget } from '@sluice/ledger/call-budget';
import { runHead } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import type { Service } from '../ports.ts';
import { aBudget } from '../testing/a-budget.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine, createMemoryQueue } from '../testing/memory-ports.ts';
import { acceptedRun } from '../testing/planned-run.ts';
import { pollImports } from './poll-imports.ts';
import { trackedRun } from './tracked-run.ts';
import { trackRun, type TrackOutput } from '../track/track-run.ts';

captureLog();
const runId = 'run1';
const start = Date.parse('2026-03-01T08:00:00.000Z');

/** A service that has accepted imports, is asked how they go, and is sent no other. */
function acceptedImports(isDone: (importId: string) => boolean): Service {
  const createdDate = '2026-03-01T08:00:00.000Z';
  return {
    forgetCredentials: () => undefined,
    connect: async () => ({
      import: async () => ({ kind: 'noAnswer', sent: 'no', detail: 'nothing is sent here' }),
      importStatus: async (importId) => {
        const done = isDone(importId);
        // As an answer comes: others are asked meanwhile.
        await new Promise((resolve) => setImmediate(resolve));
        const status = done ? ('success' as const) : ('running' as const);
        const importStatus = { importId, status, success: done, error: false, done, createdDate };
        return { kind: 'ok', output: { importStatus }, meta: {} };
      },
      downloadFile: () => Promise.reject(new Error('not called')),
    }),
  };
}

/** A run with batches that the service has accepted in order. `isDone` decides which imports have ended by now. */
async function accepted(batches: number, isDone: (number: number, ms: number) => boolean) {
  const clock = { ms: start };
  const now = () => new Date(clock.ms);
  let accepting = 0;
  const ledger = createMemoryLedger({ now });
  const files = createMemoryFiles();
  await acceptedRun({ ledger, files, now: () => new Date(start + (accepting += 1)), batches });
  const polled: string[] = [];
  const service = acceptedImports((importId) => {
    polled.push(importId);
    return isDone(Number(importId.slice('i'.length)), clock.ms);
  });
  const [queue, machine] = [createMemoryQueue<never>(), createMemoryMachine()];
  const inbox = { versionsOf: async () => [] };
  const ports = { batches: queue, machine, service, budget: aBudget(now), idempotencyKey: true, inbox };
  const services = { ledger, files, ...ports, now };
  return { clock, ledger, services, polled };
}

describe('polling many imports', () => {
  const batches = 40;

  async function polling(isDone: (number: number) => boolean) {
    const { ledger, services, polled } = await accepted(batches, isDone);
    return async (step: number) => {
      const run = (await ledger.run(runId))!;
      polled.length = 0;
      const tracked = trackedRun(run, await ledger.submissions(runId), { ledger });
      const result = await pollImports(tracked, step, services);
      const ended = tracked.submissions().filter(({ status }) => status === 'succeeded').length;
      return { ...result, polled: [...polled], ended };
    };
  }

  it('stops after two that go on, however many there are', async () => {
    const poll = await polling(() => false);
    expect(await poll(0)).toMatchObject({ polled: ['i1', 'i2'], ended: 0, hasMore: false });
  });

  it('finds every end before a few that go on, the oldest first', async () => {
    const poll = await polling((number) => number <= 30);
    const { polled, ended } = await poll(0);
    expect(ended).toBe(30);
    expect(polled.slice(0, 2)).toEqual(['i1', 'i2']);
    expect(polled.length).toBeLessThanOrEqual(30 + 8);
  });

  it('finds every end in one step although others between them go on', async () => {
    const poll = await polling((number) => number % 3 !== 0);
    expect((await poll(0)).ended).toBe(batches - 13);
  });

  it('finds the end of all others although the oldest never end (invariant 12)', async () => {
    const poll = await polling((number) => number > 2);
    let [step, ended] = [0, 0];
    for (; ended < batches - 2 && step < 100; step += 1) ({ ended } = await poll(step));
    expect(ended).toBe(batches - 2);
  });
});

describe('a run that nobody may poll', () => {
  const said = async (budget: Partial<CallBudget>, service?: Service) => {
    const { ledger, services } = await accepted(2, () => true);
    const spare = { ...services, budget: { ...services.budget, ...budget }, ...(service && { service }) };
    const first = await trackRun({ runId, polls: 0 }, spare);
    // Also where a step finds nothing else that is new.
    await ledger.keepProgress(runId, {
      ...(await ledger.runWithProgress(runId))!.progress!,
      waits: undefined,
    });
    await trackRun(first, spare);
    const found = await ledger.runWithProgress(runId);
    return runHead(found!, new Date(start)).reason;
  };
  const again = new Date(start + 4 * 60_000);

  it('says so, and until when', async () => {
    expect(await said({ take: async () => ({ calls: 0, again }) })).toBe(
      'Waiting until 2026-03-01 08:04:00 UTC: the calls of this hour are spent.',
    );
    const refusing = async () =>
      ({ kind: 'refused', code: 'unauthorized', message: 'no', meta: {} }) as const;
    const service = acceptedImports(() => false);
    const connect = async () => ({ ...(await service.connect()), importStatus: refusing });
    expect(await said({}, { ...service, connect })).toBe(
      'Waiting until 2026-03-01 08:01:00 UTC: the service answered unauthorized.',
    );
    expect(await said({})).toBeUndefined();
  });
});

describe('the cost of following a run, for each batch', () => {
  /** About the service's speed: 5 workers, a batch of 500 rows in a second. */
  const endsPerSecond = 5;

  async function costOf(batches: number) {
    const endOf = (number: number) => start + (number / endsPerSecond) * 1000;
    const { clock, ledger, services, polled } = await accepted(batches, (number, ms) => ms >= endOf(number));
    let steps = 0;
    let state: Pick<TrackOutput, 'runId' | 'polls'> & Partial<TrackOutput> = { runId, polls: 0 };
    for (; state.next === undefined || state.next === 'wait'; clock.ms += (state.waitSeconds ?? 0) * 1000) {
      state = await trackRun(state, services);
      steps += 1;
    }
    const { finishedAt = '' } = (await ledger.run(runId)) ?? {};
    const secondsLate = (Date.parse(finishedAt) - endOf(batches)) / 1000;
    return { polls: polled.length / batches, steps: steps / batches, secondsLate };
  }

  it('does not grow from 20 batches to 400, and the end of the run is found at once', async () => {
    const [few, many] = [await costOf(20), await costOf(400)];
    expect(many.polls / few.polls).toBeLessThanOrEqual(1.2);
    expect(many.polls).toBeLessThanOrEqual(2);
    // Each step reads all submissions: a request for about 1,000 of them.
    expect(many.steps / few.steps).toBeLessThanOrEqual(1.2);
    expect(many.secondsLate).toBeLessThanOrEqual(2);
  });
});
