import { describe, expect, it } from 'vitest';
import {
  createdOnce,
  droppedInto,
  expectWholeEnd,
  keepsLogPrivate,
  people,
  real,
  writtenOnce,
} from '../testing/stories.ts';
import { createWorld, type CrashPlan, type World, type WorldOptions } from '../testing/world.ts';

keepsLogPrivate();

/** Runs a story again and again, dying after each effect of a step in turn, until the step outlives the plan. */
async function afterEachEffect(
  step: CrashPlan['step'],
  options: WorldOptions,
  check: (world: World, runId: string) => Promise<void>,
): Promise<number> {
  for (let after = 1; ; after += 1) {
    const world = createWorld(options);
    const runId = await droppedInto(world, people(7));
    world.crash({ step, after });
    await world.settle();
    if (world.deaths() === 0) return after - 1;
    try {
      await check(world, runId);
    } catch (error) {
      throw new Error(`after effect ${after} of ${step}`, { cause: error });
    }
  }
}

describe('a crash', () => {
  it.each(['readDrop', 'trackRun', 'reportRun'] as const)(
    'after each effect of %s and another delivery ends the same way (invariants 1, 2, 5, 6, 7)',
    async (step) => {
      const tried = await afterEachEffect(step, {}, async (world, runId) => {
        expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
        expect(writtenOnce(world)).toBe(true);
        expect(real(world)).toHaveLength(3);
        expect(world.mailer.sent.length).toBeLessThanOrEqual(step === 'reportRun' ? 2 : 1);
        // By its own next delivery, long before a sweep would find it.
        const { startedAt, finishedAt } = await world.runOf(runId);
        expect(Date.parse(finishedAt!) - Date.parse(startedAt)).toBeLessThan(9 * 60_000);
      });
      expect(tried).toBeGreaterThan(5);
    },
  );

  it('after each effect of a dry submission ends the same way (invariants 1, 2, 5, 6, 7)', async () => {
    const tried = await afterEachEffect('submitBatch', {}, async (world, runId) => {
      expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
      expect(writtenOnce(world)).toBe(true);
    });
    expect(tried).toBeGreaterThan(5);
  });

  it.each([
    ['with an idempotency key writes every row once', { idempotencyKey: true, takesIdempotencyKey: true }],
    ['without one makes no record twice', {}],
  ])('after each effect of a real submission %s (invariants 2, 3, 5)', async (_name, options) => {
    const tried = await afterEachEffect('submitReal', options, async (world, runId) => {
      const { read, created, updated } = await expectWholeEnd(world, runId, 'succeeded');
      expect([read, created + updated]).toEqual([7, 7]);
      expect(world.service.records.size).toBe(7);
      expect(createdOnce(world)).toBe(true);
      if ('idempotencyKey' in options) expect(writtenOnce(world)).toBe(true);
    });
    expect(tried).toBeGreaterThan(5);
  });
});
