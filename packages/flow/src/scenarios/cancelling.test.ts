import { isEnded, replay } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createWorld, type CrashPlan, type World, type WorldOptions } from '../testing/world.ts';

captureLog();
const key = 'inbox/members/people.csv';
const profile = JSON.stringify({ schema: 'client', lookup: 'email', batchSize: 2 });
const people = ['email', ...Array.from({ length: 7 }, (_, n) => `p${n}@example.com`), ''].join('\n');

async function dropped(options: WorldOptions = {}) {
  const world = createWorld(options);
  await world.drops.put('profiles/members.json', profile);
  return { world, runId: world.drop(key, people) };
}

const real = (world: World) => world.service.calls.filter(({ input }) => !input.dryRun);

/** What must hold of a run that was cancelled, whenever that was. */
async function expectCancelled(world: World, runId: string) {
  const sentBefore = real(world).length;
  await world.settle();
  expect(world.errors).toEqual([]);
  const run = await world.runOf(runId);
  expect(run).toMatchObject({ status: 'cancelled', cancel: { by: 'ana' }, notice: { state: 'sent' } });
  expect(run.reason).toContain('Cancelled by ana');
  // Nothing that was not on its way already.
  expect(real(world).length).toBe(sentBefore);
  const counts = await world.countsFor(runId);
  expect(run.counts).toEqual(counts);
  const { created, updated, unknown } = counts;
  // Each row that the service wrote is counted as written, or as unknown.
  expect(world.service.records.size).toBeLessThanOrEqual(created + updated + unknown);
  expect(created + updated).toBeLessThanOrEqual(world.service.records.size);
  const replayed = replay(await world.ledger.events(runId));
  expect(replayed.run).toEqual(run);
  expect(replayed.submissions).toEqual(await world.ledger.submissions(runId));
  if (counts.read > 0) expect(await world.resultOf(runId)).toHaveLength(8);
  return counts;
}

describe('a run that somebody cancels (invariants 1, 12)', () => {
  it('ends so after any number of steps of the flow, with what was on its way counted', async () => {
    const seen = new Set<string>();
    for (let rounds = 0; ; rounds += 1) {
      const { world, runId } = await dropped({ pollsUntilDone: 2 });
      for (let n = 0; n < rounds; n += 1) await world.round();
      const before = (await world.ledger.run(runId))?.status;
      const { status, body } = await world.act(runId, 'cancel');
      if (before === undefined) {
        expect(status).toBe(404);
        continue;
      }
      if (isEnded(before)) {
        expect(status).toBe(409);
        expect(body).toContain(`it is ${before}`);
        break;
      }
      expect(status).toBe(200);
      const counts = await expectCancelled(world, runId);
      expect(world.mailer.sent).toHaveLength(1);
      // Where all had been sent there are no others.
      expect((await world.runOf(runId)).reason).not.toMatch(/(\d+) of \1 batches|All .+ the others/u);
      seen.add(`${before} ${counts.created > 0 ? 'written' : 'nothing'}`);
    }
    expect([...seen].toSorted()).toEqual(['checking nothing', 'importing nothing', 'importing written']);
  });

  it('never sends what was planned for real and had not left', async () => {
    const { world, runId } = await dropped();
    while ((await world.ledger.run(runId))?.status !== 'importing') await world.round();
    await world.act(runId, 'cancel');
    const counts = await expectCancelled(world, runId);
    expect(counts).toMatchObject({ read: 7, notAttempted: 7 });
    expect(real(world)).toHaveLength(0);
    expect((await world.runOf(runId)).reason).toContain('0 of 4 batches had been sent');
  });

  it('counts rows whose answer was lost as unknown, and does not send them again', async () => {
    const { world, runId } = await dropped({
      fault: ({ input }) => (input.dryRun ? undefined : 'lostReply'),
    });
    while (real(world).length === 0) await world.round();
    await world.act(runId, 'cancel');
    expect(await expectCancelled(world, runId)).toMatchObject({ read: 7, unknown: 7 });
    expect((await world.resultOf(runId))[1]).toContain(',unknown,');
    expect((await world.runOf(runId)).reason).toContain('the outcome of 7 of their rows is unknown');
  });

  it('need not wait any longer for a decision', async () => {
    const { world, runId } = await dropped({
      fault: ({ input }) => (input.dryRun ? undefined : 'lostReply'),
    });
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('needs_decision');
    expect((await world.act(runId, 'cancel')).status).toBe(200);
    expect((await world.act(runId, 'decide', { choice: 'sendAgain' })).status).toBe(409);
    expect(await expectCancelled(world, runId)).toMatchObject({ unknown: 7 });
    expect(world.mailer.sent).toHaveLength(2);
  });

  it('keeps the word of the first who said so, and takes it as often as it is said', async () => {
    const { world, runId } = await dropped();
    while ((await world.ledger.run(runId))?.status !== 'checking') await world.round();
    await world.act(runId, 'cancel');
    expect((await world.act(runId, 'cancel', { by: 'ben' })).status).toBe(200);
    await expectCancelled(world, runId);
    expect(world.mailer.sent).toHaveLength(1);
  });

  it('ends also where its trackers died, by the sweep', async () => {
    const { world, runId } = await dropped();
    while ((await world.ledger.run(runId))?.status !== 'importing') await world.round();
    await world.act(runId, 'cancel');
    world.machine.executions.forEach((execution) => (execution.running = false));
    await expectCancelled(world, runId);
  });

  it('ends before it was read, with no row counted', async () => {
    const { world, runId } = await dropped();
    world.crash({ step: 'readDrop', after: 5 });
    await world.round();
    expect((await world.runOf(runId)).status).toBe('reading');
    await world.act(runId, 'cancel');
    // The message of the drop comes back only later.
    const [arrival] = world.arrivals.messages.splice(0);
    for (let n = 0; n < 3; n += 1) await world.round();
    expect(await world.runOf(runId)).toMatchObject({ status: 'cancelled', reading: { rows: 0 } });
    if (arrival) world.arrivals.messages.push(arrival);
    expect(await expectCancelled(world, runId)).toMatchObject({ read: 0 });
    expect(world.mailer.sent).toHaveLength(1);
  });
});

describe('cancelling', () => {
  it.each(['act', 'trackRun', 'reportRun', 'submitReal'] as const)(
    'ends the same way after a crash after each effect of %s (invariants 1, 2, 12)',
    async (step: CrashPlan['step']) => {
      for (let rounds = 2; rounds < 9; rounds += 1) {
        for (let after = 1; ; after += 1) {
          const { world, runId } = await dropped({ pollsUntilDone: 2 });
          for (let n = 0; n < rounds; n += 1) await world.round();
          if (isEnded((await world.runOf(runId)).status)) break;
          world.crash({ step, after });
          await world.act(runId, 'cancel');
          await expectCancelled(world, runId);
          expect(world.mailer.sent.length).toBeLessThanOrEqual(step === 'reportRun' ? 2 : 1);
          if (world.deaths() === 0) break;
        }
      }
    },
  );

  it('between any two effects of a worker or a tracker sends nothing after the worker looked (invariants 2, 12)', async () => {
    for (const step of ['submitReal', 'submitBatch', 'trackRun'] as const) {
      for (let after = 1; ; after += 1) {
        const { world, runId } = await dropped({ pollsUntilDone: 2 });
        let sentBefore = Infinity;
        const interleaved = world.between(step, after, async () => {
          sentBefore = real(world).length;
          const { status } = await world.act(runId, 'cancel');
          expect([200, 409]).toContain(status);
        });
        await world.settle();
        if (!interleaved()) {
          expect(after).toBeGreaterThan(10);
          break;
        }
        expect(world.errors).toEqual([]);
        const run = await world.runOf(runId);
        expect(run.cancel === undefined ? 'succeeded' : 'cancelled').toBe(run.status);
        const { created, updated } = await world.countsFor(runId);
        expect(created + updated).toBe(world.service.records.size);
        if (run.cancel === undefined) continue;
        expect(world.mailer.sent).toHaveLength(1);
        // One worker may have had its last look just before, and nobody else sends.
        expect(real(world).length - sentBefore).toBeLessThanOrEqual(step === 'submitReal' ? 1 : 0);
      }
    }
  });
});
