import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { droppedInto, expectWholeEnd, key, people, real, writtenOnce } from '../testing/stories.ts';
import { createWorld } from '../testing/world.ts';

captureLog();

const other = 'inbox/client/email/the same again.csv';
const again = { metadata: { 'sluice-again': 'true' } };

describe('the same content', () => {
  it('is imported once, whatever its file is called, and the second drop names the first (invariants 1, 7)', async () => {
    const world = createWorld();
    const first = world.drop(key, people(7));
    await world.settle();
    const second = world.drop(other, people(7));
    await world.settle();
    await expectWholeEnd(world, first, 'succeeded');
    const counts = await expectWholeEnd(world, second, 'duplicate');
    expect(new Set(Object.values(counts))).toEqual(new Set([0]));
    expect(await world.runOf(second)).toMatchObject({ duplicateOf: first });
    expect((await world.runOf(second)).resultKey).toBeUndefined();
    expect(real(world)).toHaveLength(1);
    expect(world.mailer.sent[1]?.mail.text).toContain(`by run ${first}`);
  });

  it('dropped at once under five names is imported once (invariant 7)', async () => {
    const world = createWorld();
    const runIds = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      world.drop(`inbox/client/email/${name}.csv`, people(7)),
    );
    await world.settle();
    const runs = await Promise.all(runIds.map((runId) => world.runOf(runId)));
    const [winner, ...more] = runs.filter(({ status }) => status === 'succeeded');
    expect(more).toEqual([]);
    const losers = runs.filter(({ status }) => status === 'duplicate');
    expect(losers.map(({ duplicateOf }) => duplicateOf)).toEqual(Array(4).fill(winner?.runId));
    expect(writtenOnce(world)).toBe(true);
    expect(world.mailer.sent).toHaveLength(5);
  });

  it('is imported again under other settings', async () => {
    const world = createWorld();
    world.drop(key, people(7));
    await world.settle();
    const runId = await droppedInto(world, people(7), { constants: { langCode: 'de' } });
    await world.settle();
    await expectWholeEnd(world, runId, 'succeeded');
  });

  it('is imported again where whoever dropped it says so', async () => {
    const world = createWorld();
    world.drop(key, people(7));
    await world.settle();
    const runId = world.drop(other, people(7), again);
    await world.settle();
    expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, updated: 7 });
  });

  it('is imported after a run of it that wrote nothing', async () => {
    let isRefused = true;
    const world = createWorld({ refuse: () => (isRefused ? 'name: not today' : undefined) });
    const first = world.drop(key, people(7));
    await world.settle();
    await expectWholeEnd(world, first, 'rejected');
    isRefused = false;
    const second = world.drop(other, people(7));
    await world.settle();
    await expectWholeEnd(world, second, 'succeeded');
  });

  it('is imported once when the tracker of either run dies after any of its effects (invariant 7)', async () => {
    for (let after = 1; ; after += 1) {
      const world = createWorld();
      const runIds = [world.drop(key, people(3)), world.drop(other, people(3))];
      world.crash({ step: 'trackRun', after });
      await world.settle();
      if (world.deaths() === 0) {
        expect(after).toBeGreaterThan(15);
        return;
      }
      const runs = await Promise.all(runIds.map((runId) => world.runOf(runId)));
      expect(runs.map(({ status }) => status).toSorted(), `after ${after}`).toEqual([
        'duplicate',
        'succeeded',
      ]);
      expect(writtenOnce(world)).toBe(true);
    }
  });
});

describe('an older version of a file', () => {
  it('that comes after a newer one is not read (invariant 7)', async () => {
    const world = createWorld();
    const older = world.drop(key, people(2), { isEventLost: true });
    world.pass(10);
    const newer = world.drop(key, people(3));
    await world.settle();
    await expectWholeEnd(world, newer, 'succeeded');
    const counts = await expectWholeEnd(world, older, 'superseded');
    expect(counts.read).toBe(0);
    expect((await world.runOf(older)).reason).toContain(newer);
    expect(real(world)).toHaveLength(1);
  });

  it('that comes first is read, as is the newer one', async () => {
    const world = createWorld();
    const [older, newer] = [world.drop(key, people(2)), world.drop(key, people(3))];
    await world.settle();
    await expectWholeEnd(world, older, 'succeeded');
    await expectWholeEnd(world, newer, 'succeeded');
  });
});
