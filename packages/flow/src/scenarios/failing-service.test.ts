import { describe, expect, it } from 'vitest';
import {
  createdOnce,
  droppedInto,
  expectWholeEnd,
  keepsLogPrivate,
  people,
  profile,
  profileKey,
  real,
  writtenOnce,
} from '../testing/stories.ts';
import { createWorld, type World, type WorldOptions } from '../testing/world.ts';

keepsLogPrivate();

describe('a service that fails', () => {
  const onRealCall = (
    fault: NonNullable<ReturnType<NonNullable<WorldOptions['fault']>>>,
  ): WorldOptions['fault'] => {
    let done = false;
    return ({ input }) => (input.dryRun || done ? undefined : ((done = true), fault));
  };

  it.each(['lostReply', 'intermediary', 'serverError'] as const)(
    'with %s on a real import is asked again at once under the same key: no row twice (invariant 3)',
    async (fault) => {
      const world = createWorld({
        idempotencyKey: true,
        takesIdempotencyKey: true,
        fault: onRealCall(fault),
      });
      const runId = await droppedInto(world, people(7));
      const begun = world.now().getTime();
      await world.settle();
      const { finishedAt } = await world.runOf(runId);
      expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
      expect(Date.parse(finishedAt!) - begun).toBeLessThan(60_000);
      expect(writtenOnce(world)).toBe(true);
      expect(real(world)).toHaveLength(4);
    },
  );

  it('with a lost reply and no key is asked again only after a quiet time (invariant 3)', async () => {
    const world = createWorld({ fault: onRealCall('lostReply') });
    const runId = await droppedInto(world, people(7));
    const begun = world.now().getTime();
    await world.settle();
    const { finishedAt } = await world.runOf(runId);
    const counts = await expectWholeEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 7, created: 4, updated: 3 });
    expect(Date.parse(finishedAt!) - begun).toBeGreaterThan(15 * 60_000);
    expect(createdOnce(world)).toBe(true);
  });

  it('with a lost reply to a batch of deletions waits for a person (invariants 3, 12)', async () => {
    const world = createWorld({ fault: onRealCall('lostReply') });
    await world.drops.put('profiles/members.json', JSON.stringify(profile));
    const lines = ['email,deleted', 'a@example.com,true', 'b@example.com,true', ''];
    const runId = world.drop(profileKey, lines.join('\n'));
    await world.settle();
    const run = await world.runOf(runId);
    expect(run).toMatchObject({ status: 'needs_decision', notice: { state: 'sent' } });
    expect(run.reason).toContain('deletions');
    expect(await world.countsFor(runId)).toMatchObject({ read: 2, unknown: 2 });
    expect(real(world)).toHaveLength(1);
    expect(world.mailer.sent).toHaveLength(1);
  });

  it.each(['rateLimited', 'unauthorized', 'notSent'] as const)(
    'with %s for hours is waited out (invariants 11, 12)',
    async (fault) => {
      const world: World = createWorld({ fault: () => (world.now().getTime() < until ? fault : undefined) });
      const until = world.now().getTime() + 6 * 3_600_000;
      const runId = await droppedInto(world, people(7));
      await world.settle();
      expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
      expect(writtenOnce(world)).toBe(true);
    },
  );

  it('for good ends the run, with nothing written (invariant 12)', async () => {
    const world = createWorld({ fault: () => 'notSent' });
    const runId = await droppedInto(world, people(4));
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 4, notAttempted: 4 });
    expect((await world.runOf(runId)).reason).toContain('given up after 100 attempts');
  });

  it('to send the mail at first is asked again, and the mail goes out once (invariant 13)', async () => {
    const world = createWorld();
    world.mailer.next.push({ kind: 'failed', code: 'TooManyRequestsException' });
    const runId = await droppedInto(world, people(2));
    await world.settle();
    expect(world.errors.splice(0)).toMatchObject([{ code: 'TooManyRequestsException' }]);
    await expectWholeEnd(world, runId, 'succeeded');
    expect(world.mailer.sent).toHaveLength(1);
  });
});
