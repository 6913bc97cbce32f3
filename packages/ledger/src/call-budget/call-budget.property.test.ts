import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallBudget } from './call-budget.ts';
import { createMemoryRateBudgets } from '../testing/memory/memory-rate-budgets.ts';
import { shareOneToken } from './testing/token-users.ts';

const crowd = fc.record({
  limit: fc.constantFrom(1, 2, 7, 60, 61, 400, 1500),
  reserve: fc.constantFrom(0, 0.1, 0.5),
  senders: fc.integer({ min: 1, max: 12 }),
  pollers: fc.integer({ min: 0, max: 6 }),
  /** Part of the limit that somebody else uses in an hour, in bursts. */
  outside: fc.constantFrom(0, 0.05, 0.3, 0.9),
  seed: fc.nat(),
});

describe('many instances that share one token', () => {
  it('never exceed the limit less the reserve by more than the blocks in flight (invariant 11)', async () => {
    const met = { refused: 0, made: 0 };
    await fc.assert(
      fc.asyncProperty(crowd, async (users) => {
        const hours = await shareOneToken({ ...users, hours: 3 });
        for (const { worstExcess, refusedOurs, sends, polls } of hours) {
          expect(worstExcess).toBeLessThanOrEqual(0);
          if (users.reserve === 0 || users.limit < 60) continue;
          met.refused += refusedOurs;
          met.made += sends + polls;
        }
      }),
      { numRuns: 25, seed: 20260301 },
    );
    expect(met.made).toBeGreaterThan(5000);
    // Without a reserve, or with a handful of calls, somebody else may take the last one between two answers.
    expect(met.refused / met.made).toBeLessThan(0.001);
  });

  it.each([7, 60, 1500])('use up a limit of %i, and neither sending nor polling starves', async (limit) => {
    const users = { limit, reserve: 0.1, senders: 5, pollers: 2, outside: 0, seed: 7, hours: 3 };
    // The first and the last hour are not whole.
    for (const { sends, polls } of (await shareOneToken(users)).slice(1, -1)) {
      const usable = limit - Math.floor(limit * 0.1);
      expect(sends + polls).toBeGreaterThanOrEqual(Math.floor(0.9 * usable));
      expect(sends).toBeGreaterThanOrEqual(Math.floor(0.4 * usable));
      expect(polls).toBeGreaterThanOrEqual(Math.floor(0.25 * usable));
    }
  });

  it('cost ten writes for a thousand calls of a limit of 100,000', async () => {
    const users = { limit: 100_000, reserve: 0.1, senders: 5, pollers: 0, outside: 0, seed: 3, hours: 1 };
    const [hour] = await shareOneToken({ ...users, mostCalls: 4000, idle: 0 });
    const { writes = 0, sends = 1 } = hour ?? {};
    expect((writes * 1000) / sends).toBeLessThanOrEqual(11);
  });

  it('stop using a block when an answer shows that others took its calls', async () => {
    let time = Date.parse('2026-03-01T08:20:00.000Z');
    const options = { target: 't', reserve: 0.1, now: () => new Date((time += 1)) };
    const budget = createCallBudget({ ...options, budgets: createMemoryRateBudgets(), newId: () => 'a' });
    await budget.begin()({ rateLimitLimit: 100_000, rateLimitRemaining: 99_000 });
    expect(await budget.take('send')).toEqual({ calls: 1 });
    await budget.begin()({ rateLimitLimit: 140, rateLimitRemaining: 0 });
    const again = new Date('2026-03-01T09:00:00.000Z');
    expect(await budget.take('send')).toEqual({ calls: 0, again });
  });

  it('count the calls that others made before any limit was known', async () => {
    const budgets = createMemoryRateBudgets();
    const now = () => new Date('2026-03-01T08:20:00.000Z');
    const [one, other, third] = ['a', 'b', 'c'].map((id) =>
      createCallBudget({ budgets, target: 't', reserve: 0, now, newId: () => id }),
    );
    for (const each of [one, other]) expect(await each?.take('send')).toEqual({ calls: 1 });
    const [receive, receiveOther] = [one?.begin(), other?.begin()];
    await receiveOther?.({ rateLimitLimit: 2, rateLimitRemaining: 1 });
    await receive?.({ rateLimitLimit: 2, rateLimitRemaining: 0 });
    expect(await third?.take('poll')).toMatchObject({ calls: 0 });
  });

  it('call freely and write nothing when the server reports no limit', async () => {
    const users = { limit: 300, reserve: 0.1, senders: 3, pollers: 1, outside: 0, seed: 5, hours: 1 };
    const [hour] = await shareOneToken({ ...users, isSilent: true });
    expect(hour).toMatchObject({ writes: 0 });
    expect((hour?.sends ?? 0) + (hour?.polls ?? 0)).toBe(300);
  });
});
