import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimitedServer, type LimitedServer } from '../testing/limited-server.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createdOnce, droppedInto, expectWholeEnd, people } from '../testing/stories.ts';
import { createWorld, type WorldOptions } from '../testing/world.ts';

captureLog();
const hour = 3_600_000;

interface Limited extends WorldOptions {
  readonly limit: number;
  readonly others?: () => number;
}

function limitedWorld({ limit, others, ...options }: Limited) {
  let server: LimitedServer | undefined;
  const world = createWorld({
    ...options,
    rate: () => {
      server ??= createLimitedServer(world.now, { limit, ...(others && { others }) });
      return server.spend();
    },
  });
  return { world, hours: () => server?.hours() ?? [] };
}

/** Numbers from 0 to 1 that a seed gives. */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('a run that needs more calls than an hour has', () => {
  it.each([
    [5, 21],
    [60, 90],
    [400, 600],
  ])('of a limit of %i waits in the ledger and ends (invariants 11, 12)', async (limit, rows) => {
    const { world, hours } = limitedWorld({ limit });
    const begun = world.now().getTime();
    const runId = await droppedInto(world, people(rows));
    await world.settle();
    expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: rows, created: rows });
    expect(createdOnce(world)).toBe(true);
    const attempts = (await world.ledger.submissions(runId)).map((one) => one.attempts.length);
    expect(new Set(attempts)).toEqual(new Set([1]));
    for (const { ours, refused } of hours()) {
      expect(ours).toBeLessThanOrEqual(limit - Math.floor(limit * 0.1));
      expect(refused).toBe(0);
    }
    // Two calls of `import` for each batch of three rows, in half of each hour's calls; and the hour that it begins in.
    const needed = Math.ceil((2 * (rows / 3)) / ((limit - Math.floor(limit * 0.1)) / 2));
    expect(world.now().getTime() - begun).toBeLessThan((2 * needed + 2) * hour);
  });

  it('shares the token with somebody else, on many instances, by seed (invariants 11, 12)', async () => {
    let [made, met] = [0, 0];
    const stories = fc.record({
      limit: fc.constantFrom(12, 60, 150),
      instances: fc.integer({ min: 1, max: 6 }),
      /** Calls that others make for each of ours. */
      others: fc.constantFrom(0, 0.2, 1),
      seed: fc.integer({ min: 1, max: 1_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(stories, async ({ limit, instances, others, seed }) => {
        const random = randomBy(seed);
        const { world, hours } = limitedWorld({
          limit,
          instances,
          random,
          others: () => Math.round(2 * others * random()),
        });
        const begun = world.now().getTime();
        const runId = await droppedInto(world, people(60));
        await world.settle();
        await expectWholeEnd(world, runId, 'succeeded');
        for (const { ours, refused } of hours()) {
          // What an instance had in its block may come on top: one call, of a limit so small.
          expect(ours).toBeLessThanOrEqual(limit - Math.floor(limit * 0.1) + instances);
          // Of a dozen calls the reserve is one, and others may take two between two of ours.
          if (limit >= 60) [made, met] = [made + ours, met + refused];
        }
        expect(world.now().getTime() - begun).toBeLessThan(60 * hour);
      }),
      { numRuns: 12, seed: 20260301 },
    );
    expect(made).toBeGreaterThan(500);
    expect(met / made).toBeLessThan(0.005);
  });

  it('can be cancelled while it waits, and says where it stopped (invariant 12)', async () => {
    const { world } = limitedWorld({ limit: 20 });
    const runId = await droppedInto(world, people(90));
    for (let rounds = 0; rounds < 30; rounds += 1) await world.round();
    expect((await world.ledger.submissions(runId)).filter(({ status }) => status === 'parked')).not.toEqual(
      [],
    );
    await world.act(runId, 'cancel');
    await world.settle();
    expect(await expectWholeEnd(world, runId, 'cancelled')).toMatchObject({ read: 90, notAttempted: 90 });
  });
});

describe('a server that refuses for want of calls', () => {
  it('and tells its limit is left alone until the next hour', async () => {
    let spent = true;
    const rate = () => ({ isSpent: spent, rateLimitLimit: 60, rateLimitRemaining: spent ? 0 : 59 });
    const world = createWorld({ rate });
    const runId = await droppedInto(world, people(3));
    await world.round();
    await world.round();
    const [submission] = await world.ledger.submissions(runId);
    const [earliest, latest] = ['2026-03-01T09:00:01.000Z', '2026-03-01T09:00:31.000Z'];
    expect(submission).toMatchObject({ status: 'parked', reason: 'the service answered too_many_requests' });
    expect([earliest, submission?.notBefore, latest].toSorted()).toEqual([
      earliest,
      submission?.notBefore,
      latest,
    ]);
    spent = false;
    await world.settle();
    await expectWholeEnd(world, runId, 'succeeded');
  });

  it('and tells nothing is asked again soon, and nothing else is held back', async () => {
    let times = 0;
    const world = createWorld({ fault: () => ((times += 1) <= 2 ? 'rateLimited' : undefined) });
    const begun = world.now().getTime();
    const runId = await droppedInto(world, people(3));
    await world.settle();
    await expectWholeEnd(world, runId, 'succeeded');
    const run = await world.runOf(runId);
    expect(Date.parse(run.finishedAt ?? '') - begun).toBeLessThan(5 * 60_000);
  });
});
