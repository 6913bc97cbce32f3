import { replay, type Run } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { expectTurns } from '../testing/lane-watch.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createWorld, type CrashPlan, type World, type WorldOptions } from '../testing/world.ts';

captureLog();
const profile = (schema: string) => JSON.stringify({ schema, lookup: 'email', batchSize: 2 });
const people = (name: string, count = 3) =>
  ['email', ...Array.from({ length: count }, (_, n) => `${name}${n}@example.com`), ''].join('\n');

async function worldOf(options: WorldOptions = {}): Promise<World> {
  const world = createWorld({ reverts: {}, pollsUntilDone: 2, ...options });
  await world.drops.put('profiles/clients.json', profile('client'));
  await world.drops.put('profiles/staff.json', profile('professional'));
  return world;
}

const dropped = (world: World, name: string, folder = 'clients') =>
  world.drop(`inbox/${folder}/${name}.csv`, people(name));

/** Lets the world come to rest, and looks after each round that no two runs write to one lane. */
async function settled(world: World): Promise<void> {
  while (await world.round()) await expectTurns(world);
  await world.settle();
  await expectTurns(world);
  expect(world.errors).toEqual([]);
  for (const { runId } of (await world.ledger.runPage({ limit: 1000 })).runs) {
    const replayed = replay(await world.ledger.events(runId));
    expect(replayed.run).toEqual(await world.runOf(runId));
  }
}

async function until(world: World, holds: () => Promise<boolean>): Promise<void> {
  for (let rounds = 0; !(await holds()); rounds += 1) {
    if (rounds > 200) throw new Error('It never came to that');
    await world.round();
    await expectTurns(world);
  }
}

/** Such a run never had a lane. */
async function cancelledWhileReading({ ledger, now }: World, like: Run): Promise<void> {
  const at = now().toISOString();
  await ledger.beginRun({ ...like, runId: 'stopped', versionId: 'stopped' });
  const { schema = '', lookup = '', emails } = like;
  await ledger.moveRun('stopped', { type: 'settingsKnown', at, schema, lookup, emails });
  await ledger.moveRun('stopped', { type: 'cancelRequested', at, by: 'ana' });
  const { moved } = await ledger.moveRun('stopped', { type: 'cancelled', at, reason: 'cancelled by ana' });
  expect(moved).toBe(true);
}

const is = (world: World, runId: string, status: Run['status']) => async () =>
  (await world.ledger.run(runId))?.status === status;
const inOrder = async (world: World, ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => world.runOf(id)))).toSorted((one, other) =>
    one.laneSince! < other.laneSince! ? -1 : 1,
  );

describe('runs that write to the same records (invariant 9)', () => {
  it('take turns in the order of their arrival, and say which run they wait for', async () => {
    const world = await worldOf();
    const ids = [];
    for (const name of ['a', 'b', 'c']) {
      ids.push(dropped(world, name));
      await world.round();
      world.pass(1000);
    }
    const [first = '', second = '', third = ''] = ids;
    expect((await world.runOf(first)).status).not.toBe('queued');
    for (const waiting of [second, third])
      expect(await world.runOf(waiting)).toMatchObject({ status: 'queued', blockedBy: first });
    await settled(world);
    const runs = await inOrder(world, ids);
    expect(runs.map(({ runId }) => runId)).toEqual(ids);
    for (const run of runs) {
      expect(run).toMatchObject({ status: 'succeeded', notice: { state: 'sent' } });
      expect(run.blockedBy).toBeUndefined();
      expect(await world.countsFor(run.runId)).toMatchObject({ read: 3, created: 3 });
    }
    for (const [before, after] of [
      [runs[0], runs[1]],
      [runs[1], runs[2]],
    ])
      expect(before!.finishedAt! <= after!.laneSince!).toBe(true);
  });

  it('go on at once when the one before them has ended', async () => {
    const world = await worldOf();
    const first = dropped(world, 'a');
    await world.round();
    const second = dropped(world, 'b');
    await until(world, is(world, first, 'succeeded'));
    const { trackers } = await world.runOf(second);
    expect(trackers).toBe(2);
    await world.round();
    expect((await world.runOf(second)).status).toBe('checking');
    await settled(world);
    expect((await world.runOf(second)).status).toBe('succeeded');
  });

  it('end with their mail although the next one cannot be woken, which then looks for itself (invariants 12, 13)', async () => {
    const world = await worldOf();
    const first = dropped(world, 'a');
    await world.round();
    const second = dropped(world, 'b');
    await until(world, is(world, second, 'queued'));
    const start = world.machine.start.bind(world.machine);
    world.machine.start = async (execution) => {
      if (execution.name.startsWith(second)) throw new Error('throttled');
      return start(execution);
    };
    await settled(world);
    for (const runId of [first, second])
      expect(await world.runOf(runId)).toMatchObject({ status: 'succeeded', notice: { state: 'sent' } });
  });

  it('are of one lane as clients and as professionals, and of two with another schema', async () => {
    const world = await worldOf();
    const client = dropped(world, 'a');
    const other = world.drop('inbox/issue/identifier/i.csv', 'identifier,title\ni1,Roof\n');
    await world.round();
    const staff = dropped(world, 'b', 'staff');
    await world.round();
    expect(await world.runOf(staff)).toMatchObject({ status: 'queued', blockedBy: client });
    for (const runId of [client, other]) expect((await world.runOf(runId)).status).not.toBe('queued');
    expect((await world.runOf(client)).finishedAt).toBeUndefined();
    await settled(world);
    for (const runId of [client, other, staff]) expect((await world.runOf(runId)).status).toBe('succeeded');
  });

  it('do not wait for one that is cancelled while it waits; that one sends nothing (invariant 12)', async () => {
    const world = await worldOf();
    const ids = ['a', 'b', 'c'].map((name) => dropped(world, name));
    await world.round();
    const [first = '', second = '', third = ''] = ids.toSorted();
    expect((await world.runOf(second)).status).toBe('queued');
    expect((await world.act(second, 'cancel')).status).toBe(200);
    await until(world, is(world, second, 'cancelled'));
    expect((await world.runOf(first)).status).not.toBe('succeeded');
    await settled(world);
    const cancelled = await world.runOf(second);
    expect(cancelled.reason).toBe('Cancelled by ana before its dry run. Nothing was written.');
    expect(await world.countsFor(second)).toMatchObject({ read: 3, notAttempted: 3 });
    expect(cancelled.blockedBy).toBeUndefined();
    for (const runId of [first, third]) expect((await world.runOf(runId)).status).toBe('succeeded');
    expect(world.service.records.size).toBe(6);
  });

  it('wait for one that a person is asked about, and go on when it is decided or cancelled', async () => {
    for (const act of [() => ['decide', { choice: 'notApplied' }] as const, () => ['cancel', {}] as const]) {
      // Deletions are not sent again blindly.
      const world = await worldOf({
        fault: ({ input }) =>
          !input.dryRun && JSON.stringify(input).includes('deleted') ? 'intermediary' : undefined,
      });
      const asking = world.drop('inbox/clients/gone.csv', 'email,deleted\ngone@example.com,true\n');
      await until(world, is(world, asking, 'needs_decision'));
      const waiting = dropped(world, 'b');
      for (let rounds = 0; rounds < 20; rounds += 1) await world.round();
      expect(await world.runOf(waiting)).toMatchObject({ status: 'queued', blockedBy: asking });
      const [name, body] = act();
      expect((await world.act(asking, name, body)).status).toBe(200);
      await settled(world);
      expect((await world.runOf(waiting)).status).toBe('succeeded');
    }
  });

  it('wait for a cancelled one until an import of which nobody heard has surely ended', async () => {
    const world = await worldOf({
      fault: ({ input }) =>
        !input.dryRun && JSON.stringify(input).includes('lost') ? 'lostReply' : undefined,
    });
    const lost = dropped(world, 'lost');
    await until(world, async () => world.service.calls.some(({ input }) => !input.dryRun));
    const sentAt = world.now();
    await world.act(lost, 'cancel');
    await until(world, is(world, lost, 'cancelled'));
    const waiting = dropped(world, 'b');
    await world.round();
    expect(await world.runOf(waiting)).toMatchObject({ status: 'queued', blockedBy: lost });
    await settled(world);
    const { status, laneSince } = await world.runOf(waiting);
    expect(status).toBe('succeeded');
    expect(Date.parse(laneSince!) - sentAt.getTime()).toBeGreaterThanOrEqual(14 * 60_000);
  });

  it('are checked although every tracker died, by the sweep (invariant 12)', async () => {
    const world = await worldOf();
    const ids = ['a', 'b'].map((name) => dropped(world, name));
    await world.round();
    world.machine.executions.forEach((execution) => (execution.running = false));
    await settled(world);
    for (const runId of ids) expect((await world.runOf(runId)).status).toBe('succeeded');
  });

  it('are repeated after a lost answer although newer runs came, since none can have written (invariant 3)', async () => {
    let lost = 0;
    const world = await worldOf({
      fault: ({ input }) =>
        !input.dryRun && JSON.stringify(input).includes('a0@') && (lost += 1) === 1 ? 'lostReply' : undefined,
    });
    const first = dropped(world, 'a');
    await world.round();
    world.pass(1000);
    const second = dropped(world, 'b');
    const third = dropped(world, 'c');
    await world.round();
    await world.act(third, 'cancel');
    await cancelledWhileReading(world, await world.runOf(third));
    await settled(world);
    for (const runId of [first, second]) expect((await world.runOf(runId)).status).toBe('succeeded');
  });
});

describe('an undo (invariant 9)', () => {
  it('waits while another run writes, and says which one; a run that comes waits for the undo', async () => {
    const world = await worldOf();
    const first = dropped(world, 'a');
    await settled(world);
    const second = dropped(world, 'b');
    await world.round();
    expect((await world.act(first, 'undo')).status).toBe(200);
    await world.round();
    world.pass(1000);
    const third = dropped(world, 'c');
    await world.round();
    expect(await world.runOf(first)).toMatchObject({ status: 'undoing', blockedBy: second });
    expect(world.reverts?.begun).toEqual([]);
    await settled(world);
    const [undone, ...others] = await Promise.all([first, second, third].map((id) => world.runOf(id)));
    expect(undone).toMatchObject({ status: 'undone', undo: { counts: { reversed: 3 } } });
    expect(others.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(others[0]!.finishedAt! <= undone!.laneSince!).toBe(true);
    expect(undone!.laneSince! < others[1]!.laneSince!).toBe(true);
  });
});

describe('a crash', () => {
  it.each(['readDrop', 'trackRun', 'submitReal', 'reportRun', 'act'] as const)(
    'after each effect of %s leaves every run its turn, and none beside another (invariants 1, 9, 12)',
    async (step: CrashPlan['step']) => {
      for (let after = 1; ; after += 1) {
        const world = await worldOf();
        const undone = dropped(world, 'old');
        await world.settle();
        world.crash({ step, after });
        const ids = ['a', 'b'].map((name) => dropped(world, name));
        await world.round();
        await world.act(undone, 'undo');
        const start = world.now().getTime();
        await settled(world);
        for (const runId of ids) {
          const run = await world.runOf(runId);
          expect(run, `after ${after}`).toMatchObject({ status: 'succeeded', notice: { state: 'sent' } });
          expect(await world.countsFor(runId)).toMatchObject({ read: 3 });
          expect(Date.parse(run.finishedAt!) - start).toBeLessThan(2 * 3_600_000);
        }
        expect(await world.runOf(undone)).toMatchObject({ status: 'undone' });
        expect(world.service.records.size).toBe(9);
        if (world.deaths() === 0) {
          expect(after).toBeGreaterThan(3);
          return;
        }
      }
    },
  );
});
