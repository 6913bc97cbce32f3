import { describe, expect, it } from 'vitest';
import { expectEnd, minute, sheetOf, staged, until, untilRun, type Staged, type Staging } from './staging.ts';

const dropped = (world: Staged, name: string, folder = 'members') =>
  world.drop(`inbox/${folder}/${name}.csv`, sheetOf('email', ...[1, 2, 3].map((n) => `${name}${n}@a.com`)));

/** A run that has its lane, and then runs that wait for it. */
async function inTurn(names: readonly string[], options: Staging = {}) {
  const world = staged({ runsFor: () => 10 * minute, ...options });
  const first = dropped(world, 'first');
  await untilRun(world, first, 'checking');
  const ids = [first];
  for (const name of names) {
    const runId = dropped(world, name);
    await until(world, async () => (await world.ledger.run(runId))?.blockedBy === first);
    expect((await world.runOf(runId)).status).toBe('queued');
    ids.push(runId);
  }
  return { world, ids };
}

describe('runs that write to the same records (invariant 9)', () => {
  it.each([
    ['at once', true, minute],
    ['by the sweep if nobody can wake it (invariants 12, 13)', false, 16 * minute],
  ])('take turns in the order of their arrival, the next one %s', async (_name, canWake, most) => {
    let isThere = false;
    const { world, ids } = await inTurn(['second', 'third'], {
      scripted: ({ step, command }) =>
        isThere && !canWake && step === 'trackRun' && command === 'start' ? 'unsent' : undefined,
    });
    isThere = true;
    let before = 0;
    for (const runId of ids) {
      expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 3, created: 3 });
      const { laneSince = '', finishedAt = '', blockedBy } = await world.runOf(runId);
      expect(blockedBy).toBeUndefined();
      const waited = Date.parse(laneSince) - before;
      if (before > 0) expect([waited >= 0, waited < most]).toEqual([true, true]);
      before = Date.parse(finishedAt);
    }
    expect(world.fired.length > 0).toBe(!canWake);
  });

  it('share one lane as clients and as professionals, and have another one with another schema', async () => {
    const { world, ids } = await inTurn([]);
    const other = world.drop('inbox/issue/identifier/i.csv', sheetOf('identifier,title', 'i1,Roof'));
    const staff = dropped(world, 'staff', 'professional/email');
    await untilRun(world, other, 'checking');
    await until(world, async () => (await world.ledger.run(staff))?.blockedBy === ids[0]);
    for (const runId of [...ids, other, staff]) await expectEnd(world, runId, 'succeeded');
  });

  it('do not wait for one that is cancelled while it waits, and it sends nothing (invariant 12)', async () => {
    const { world, ids } = await inTurn(['second', 'third']);
    const [first = '', second = '', third = ''] = ids;
    await world.act(second, 'cancel');
    await untilRun(world, second, 'cancelled');
    expect((await world.runOf(first)).finishedAt).toBeUndefined();
    expect(await expectEnd(world, second, 'cancelled')).toMatchObject({ read: 3, notAttempted: 3 });
    const { reason, blockedBy } = await world.runOf(second);
    expect(reason).toBe('Cancelled by ana before its dry run. Nothing was written.');
    expect(blockedBy).toBeUndefined();
    for (const runId of [first, third]) await expectEnd(world, runId, 'succeeded');
    expect(world.service.records.size).toBe(6);
  });

  it('wait for an undo, and it waits for the run before it', async () => {
    const { world, ids } = await inTurn([]);
    const [first = ''] = ids;
    await expectEnd(world, first, 'succeeded');
    const second = dropped(world, 'second');
    await untilRun(world, second, 'checking');
    expect((await world.act(first, 'undo')).status).toBe(200);
    await until(world, async () => (await world.runOf(first)).blockedBy === second);
    const third = dropped(world, 'third');
    await expectEnd(world, first, 'undone');
    const [undone, ...others] = await Promise.all([first, second, third].map(world.runOf));
    expect(undone?.undo?.counts).toEqual({ reversed: 3, kept: 0, failed: 0 });
    expect(others.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    const times = [others[0]?.finishedAt, undone?.laneSince, others[1]?.laneSince];
    expect(times.toSorted()).toEqual(times);
  });
});
