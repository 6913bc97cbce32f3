import { isEnded } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import {
  expectEnd,
  inbox,
  linesOf,
  losesAnswers,
  real,
  sheetOf,
  staged,
  until,
  untilRun,
  type Staged,
  type Staging,
} from './staging.ts';

const people = sheetOf('email', ...Array.from({ length: 7 }, (_, n) => `p${n}@example.com`));

function dropped(options: Staging = {}) {
  const world = staged(options);
  return { world, runId: world.drop(inbox, people) };
}

/** What must be true of a run that was cancelled, whenever that was. */
async function expectCancelled(world: Staged, runId: string) {
  const counts = await expectEnd(world, runId, 'cancelled');
  const run = await world.runOf(runId);
  expect(run.cancel?.by).toBe('ana');
  expect(run.reason).toContain('Cancelled by ana');
  // If all batches had been sent there are no others.
  expect(run.reason).not.toMatch(/(?<!\d)(\d+) of \1 batches|All .+ the others/u);
  expect(run.counts).toEqual(counts);
  if (counts.read > 0) expect(linesOf(await world.resultOf(runId))).toHaveLength(8);
  return counts;
}

/** A run after so many steps of the whole flow, each up to the next effect of any process. */
async function after(steps: number) {
  const { world, runId } = dropped();
  for (let taken = 0; taken < steps; taken += 1) await world.step();
  return { world, runId, before: (await world.ledger.run(runId))?.status };
}

describe('a run that somebody cancels (invariants 1, 12)', () => {
  it('ends cancelled between any two effects, and at most one worker still sends (invariant 2)', async () => {
    const seen = new Set<string>();
    for (let steps = 0; ; steps += 1) {
      const { world, runId, before } = await after(steps);
      const sent = real(world).length;
      const { status, body } = await world.act(runId, 'cancel');
      if (before === undefined) {
        expect(status).toBe(404);
        continue;
      }
      if (isEnded(before)) {
        expect(status).toBe(409);
        expect(body).toContain(`and is ${before}`);
        expect(steps).toBeGreaterThan(50);
        break;
      }
      expect(status).toBe(200);
      const counts = await expectCancelled(world, runId);
      expect(world.mails).toHaveLength(1);
      expect(real(world).length - sent).toBeLessThanOrEqual(1);
      seen.add(`${before} ${counts.created > 0 ? 'written' : 'nothing'}`);
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['checking nothing', 'importing nothing', 'importing written']),
    );
  });

  it('never sends what had not been sent', async () => {
    const { world, runId } = dropped();
    await untilRun(world, runId, 'importing');
    await world.act(runId, 'cancel');
    expect(await expectCancelled(world, runId)).toMatchObject({ read: 7, notAttempted: 7 });
    expect(real(world)).toHaveLength(0);
    expect((await world.runOf(runId)).reason).toContain('0 of 4 batches had been sent');
  });

  it('counts rows whose answer was lost as unknown, and does not send them again', async () => {
    const { world, runId } = dropped({ scripted: losesAnswers });
    await until(world, () => real(world).length === 4);
    await world.act(runId, 'cancel');
    expect(await expectCancelled(world, runId)).toMatchObject({ read: 7, unknown: 7 });
    expect(real(world)).toHaveLength(4);
    expect(linesOf(await world.resultOf(runId))[1]).toContain(',unknown,');
    expect((await world.runOf(runId)).reason).toContain('the outcome of 7 of their rows is unknown');
  });

  it('no longer waits for a decision', async () => {
    const { world, runId } = dropped({ scripted: losesAnswers });
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('needs_decision');
    expect((await world.act(runId, 'cancel')).status).toBe(200);
    expect((await world.act(runId, 'decide', { choice: 'sendAgain' })).status).toBe(409);
    expect(await expectCancelled(world, runId)).toMatchObject({ unknown: 7 });
    expect(world.mails).toHaveLength(2);
  });

  it('keeps the name of the first who cancelled it, and accepts every repetition', async () => {
    const { world, runId } = dropped();
    await untilRun(world, runId, 'checking');
    await world.act(runId, 'cancel');
    expect((await world.act(runId, 'cancel', { by: 'ben' })).status).toBe(200);
    await expectCancelled(world, runId);
    expect(world.mails).toHaveLength(1);
  });

  it('ends through the sweep if its trackers died', async () => {
    const { world, runId } = dropped();
    await untilRun(world, runId, 'importing');
    await world.act(runId, 'cancel');
    for (const execution of world.sfn.executions.values()) execution.running = false;
    await expectCancelled(world, runId);
  });

  it('ends before it was read, with no row counted', async () => {
    const { world, runId } = dropped();
    world.crash('readDrop', 5);
    await until(world, () => world.deaths() === 1);
    expect((await world.runOf(runId)).status).toBe('reading');
    await world.act(runId, 'cancel');
    // The message of the drop comes back only later.
    await untilRun(world, runId, 'cancelled');
    expect((await world.runOf(runId)).reading).toMatchObject({ rows: 0 });
    expect(await expectCancelled(world, runId)).toMatchObject({ read: 0 });
    expect(world.mails).toHaveLength(1);
  });
});
