import { replay, type RunStatus } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import type { StatusFault } from '../testing/scripted-service.ts';
import { createWorld, type World, type WorldOptions } from '../testing/world.ts';

captureLog();
const hour = 3_600_000;

/** A header and so many rows, three of them in a batch. */
async function dropped(world: World, rows: number): Promise<string> {
  await world.drops.put(
    'profiles/members.json',
    JSON.stringify({ schema: 'client', lookup: 'email', batchSize: 3 }),
  );
  const lines = Array.from({ length: rows }, (_, index) => `person${index + 2}@example.com`);
  return world.drop('inbox/members/people.csv', ['email', ...lines, ''].join('\n'));
}

async function expectEnd(world: World, runId: string, status: RunStatus) {
  expect(world.errors).toEqual([]);
  const run = await world.runOf(runId);
  expect(run).toMatchObject({ status, notice: { state: 'sent' } });
  expect(world.mailer.sent).toHaveLength(1);
  const replayed = replay(await world.ledger.events(runId));
  expect(replayed.run).toEqual(run);
  return world.countsFor(runId);
}

const until = (
  ends: (world: World) => number,
  fault: StatusFault,
): [WorldOptions, (world: World) => void] => {
  let world: World | undefined;
  const isOn = () => world !== undefined && world.now().getTime() < ends(world);
  return [{ statusFault: () => (isOn() ? fault : undefined) }, (made) => (world = made)];
};

const real = { statusFault: ({ dryRun }: { dryRun?: boolean | undefined }) => !dryRun };

describe('a service that does not tell how its imports ended', () => {
  it.each(['notFound', 'noAnswer', 'rateLimited', 'unauthorized'] as const)(
    'with %s for good, for real imports: a person is asked within days, about every row (invariants 1, 3, 12)',
    async (fault) => {
      const world = createWorld({ statusFault: (input) => (real.statusFault(input) ? fault : undefined) });
      const begun = world.now().getTime();
      const runId = await dropped(world, 7);
      await world.settle();
      const counts = await expectEnd(world, runId, 'needs_decision');
      expect(counts).toMatchObject({ read: 7, unknown: 7, notAttempted: 0 });
      expect(world.mailer.sent[0]?.mail.subject).toContain('7 rows need your decision');
      expect(world.mailer.sent[0]?.mail.text).not.toContain('add up');
      expect((await world.resultOf(runId)).filter((line) => line.includes(',unknown,'))).toHaveLength(7);
      expect(world.now().getTime() - begun).toBeLessThan(30 * hour);
    },
  );

  it.each(['notFound', 'noAnswer', 'rateLimited', 'unauthorized'] as const)(
    'with %s for good, for dry runs: the run ends, and nothing was written (invariant 12)',
    async (fault) => {
      const world = createWorld({ statusFault: () => fault });
      const runId = await dropped(world, 7);
      await world.settle();
      const counts = await expectEnd(world, runId, 'rejected');
      expect(counts).toMatchObject({ read: 7, notAttempted: 7 });
    },
  );

  it('asks a person also where more imports are lost than one step asks for (invariant 12)', async () => {
    const world = createWorld({
      statusFault: (input) => (real.statusFault(input) ? 'notFound' : undefined),
    });
    const runId = await dropped(world, 3 * 120);
    await world.settle();
    expect(await expectEnd(world, runId, 'needs_decision')).toMatchObject({ read: 360, unknown: 360 });
  });

  it('with no answer for hours is waited out (invariants 11, 12)', async () => {
    const begun = createWorld().now().getTime();
    const [options, begin] = until(() => begun + 6 * hour, 'noAnswer');
    const world = createWorld(options);
    begin(world);
    const runId = await dropped(world, 7);
    await world.settle();
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
  });
});

describe('credentials that cannot be had', () => {
  it('for hours are waited out without failing a message or a step (invariant 11)', async () => {
    const begun = createWorld().now().getTime();
    let now = () => new Date(begun);
    const world = createWorld({ connects: () => now().getTime() > begun + 6 * hour });
    now = world.now;
    const runId = await dropped(world, 7);
    await world.settle();
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
  });

  it('for good end the run, with nothing written (invariant 12)', async () => {
    const world = createWorld({ connects: () => false });
    const runId = await dropped(world, 7);
    await world.settle();
    expect(await expectEnd(world, runId, 'rejected')).toMatchObject({ read: 7, notAttempted: 7 });
  });
});

describe('the object of a batch that was deleted', () => {
  it('after it was sent does not keep the run from its end (invariants 1, 12)', async () => {
    const world = createWorld({
      fault: ({ input }) => {
        const keys = [...world.files.objects.keys()].filter((key) => key.includes('/batches/'));
        if (!input.dryRun) for (const key of keys) world.files.objects.delete(key);
        return undefined;
      },
    });
    const runId = await dropped(world, 3);
    await world.settle();
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 3, landed: 3 });
    expect(world.mailer.sent[0]?.mail.text).toContain('the counts of this run do not add up (landed)');
  });
});

describe('a batch that is sent again after an answer was lost', () => {
  it('is not called refused when its first copy may have landed (invariants 1, 3)', async () => {
    let lost = false;
    const world = createWorld({
      fault: ({ input }) => (input.dryRun || lost ? undefined : ((lost = true), 'lostReply')),
      // What was good before is refused after it landed.
      refuse: () =>
        lost && world.service.records.size > 0 ? 'email: an address that nobody has' : undefined,
    });
    const runId = await dropped(world, 3);
    await world.settle();
    expect(world.service.records.size).toBe(3);
    const counts = await expectEnd(world, runId, 'needs_decision');
    expect(counts).toMatchObject({ read: 3, unknown: 3, failed: 0, notAttempted: 0 });
  });
});
