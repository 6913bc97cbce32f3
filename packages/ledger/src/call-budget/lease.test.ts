import { describe, expect, it } from 'vitest';
import { aRateBudget, second } from './testing/builders.ts';
import { leaseBlock, roomFor, type Ask } from './lease.ts';
import type { Block } from './rate-budget.ts';

const at = (seconds: number) => new Date(second(seconds));
const asked = {
  owner: 'a',
  target: 'https://service.example',
  use: 'send',
  unspent: 0,
  reserve: 0.1,
} as const;
const ask = (more: Partial<Ask> = {}): Ask => ({ ...asked, now: at(0), ...more });
const held = { owner: 'b', use: 'send', calls: 40, until: second(300) } as const;
const block = (more: Partial<Block> = {}): Block => ({ ...held, ...more });
const report = (remaining: number, seconds: number) => ({ limit: 1000, remaining, at: second(seconds) });

describe('a block of calls', () => {
  it('is not needed while no limit is known', () => {
    expect(leaseBlock(undefined, ask())).toEqual({ kind: 'unknown' });
  });

  it('is a part of what is left, lasts five minutes and is subtracted at once', () => {
    const lease = leaseBlock(undefined, ask({ report: report(980, 1), now: at(2) }));
    expect(lease).toMatchObject({ kind: 'block', calls: 100, until: at(302) });
    expect(lease).toMatchObject({
      budget: { version: 1, free: 880, given: { send: 100, poll: 0 }, blocks: [{ owner: 'a', calls: 100 }] },
    });
  });

  it('shrinks with what is left and with the number of holders, down to 1', () => {
    const sizes = [1000, 300, 108, 101].map((free) => {
      const lease = leaseBlock(aRateBudget({ free, given: { send: 450, poll: 450 } }), ask());
      return lease.kind === 'block' ? lease.calls : 0;
    });
    expect(sizes).toEqual([100, 50, 2, 1]);
    const blocks = [block(), block({ owner: 'c' }), block({ owner: 'd' })];
    expect(leaseBlock(aRateBudget({ blocks }), ask())).toMatchObject({ calls: 29 });
  });

  it('ends with the hour, and the next hour starts anew', () => {
    const late = leaseBlock(aRateBudget(), ask({ now: at(3590) }));
    expect(late).toMatchObject({ until: at(3600) });
    const before = aRateBudget({ free: 0, given: { send: 500, poll: 400 }, blocks: [block()] });
    const next = leaseBlock(before, ask({ now: at(3600), unspent: 7 }));
    expect(next).toMatchObject({
      calls: 100,
      budget: { hour: second(3600), free: 900, reportedAt: second(3600) },
    });
  });

  it('returns its unused calls when its holder asks for the next', () => {
    const budget = aRateBudget({ free: 500, given: { send: 500, poll: 0 }, blocks: [block({ owner: 'a' })] });
    const lease = leaseBlock(budget, ask({ unspent: 30 }));
    const calls = lease.kind === 'block' ? lease.calls : 0;
    expect(lease).toMatchObject({ budget: { free: 530 - calls, given: { send: 470 + calls } } });
  });

  it('of a dead instance is lost until an answer made after its end reports what remains', () => {
    const budget = aRateBudget({ free: 500, blocks: [block({ until: second(300) })] });
    const soon = leaseBlock(budget, ask({ report: report(560, 320), now: at(321) }));
    expect(soon).toMatchObject({ budget: { free: 560 - 40 - 27 } });
    const later = leaseBlock(budget, ask({ report: report(560, 331), now: at(332) }));
    expect(later).toMatchObject({ budget: { free: 560 - 58 } });
  });

  it('of a dead instance allows one call of the reserve when it has ended, and the answer to that call recovers the rest', () => {
    const given = { send: 450, poll: 450 };
    const blocks = [block({ until: second(300) }), block({ owner: 'c', use: 'poll', until: second(300) })];
    // Nothing is left but the reserve.
    const spent = aRateBudget({ free: 100, given, blocks, reportedAt: second(10) });
    expect(leaseBlock(spent, ask({ now: at(329) }))).toMatchObject({ kind: 'spent' });
    const probe = leaseBlock(spent, ask({ now: at(331) }));
    expect(probe).toMatchObject({ kind: 'block', calls: 1, budget: { free: 99, given: { poll: 450 } } });
    const budget = probe.kind === 'block' ? probe.budget : spent;
    const after = leaseBlock(budget, ask({ report: report(172, 332), now: at(333) }));
    expect(after).toMatchObject({ kind: 'block', budget: { reportedAt: second(332) } });
    expect(after.kind === 'block' && after.budget.free + after.calls).toBe(172);
  });

  it('of a dead instance allows no call when an answer since reports that only the reserve is left, or nothing is', () => {
    const spent = aRateBudget({ free: 100, blocks: [block()], reportedAt: second(10) });
    expect(leaseBlock(spent, ask({ report: report(100, 331), now: at(332) }))).toMatchObject({
      kind: 'spent',
    });
    expect(leaseBlock({ ...spent, free: 0 }, ask({ now: at(331) }))).toMatchObject({ kind: 'spent' });
  });

  it('counts the calls of others who use the token, by new answers and not by old ones', () => {
    const budget = aRateBudget({ free: 900, reportedAt: second(40) });
    const after = (seconds: number) => leaseBlock(budget, ask({ report: report(300, seconds), now: at(51) }));
    expect(after(50)).toMatchObject({ budget: { free: 300 - 25, reportedAt: second(50) } });
    expect(after(9)).toMatchObject({ budget: { free: 800, reportedAt: second(40) } });
  });

  it('counts the answer of a call that was made beside another one, even if it is the older of the two', () => {
    const budget = aRateBudget({ free: 900, reportedAt: second(40) });
    const lease = leaseBlock(budget, ask({ report: report(300, 39), now: at(51) }));
    expect(lease).toMatchObject({ budget: { free: 300 - 25, reportedAt: second(40) } });
  });

  it('never becomes larger by an answer so old that blocks leased since are forgotten', () => {
    const budget = aRateBudget({ free: 100, reportedAt: second(10) });
    const after = (remaining: number, seconds: number) =>
      leaseBlock(budget, ask({ report: report(remaining, 20), now: at(seconds) }));
    expect(after(300, 349)).toMatchObject({ kind: 'block' });
    expect(after(300, 350)).toEqual({ kind: 'spent', until: at(3600) });
    expect(after(50, 350)).toMatchObject({ kind: 'spent', budget: { free: 50, reportedAt: second(20) } });
  });

  it('is refused until the next hour when the reserve is all that is left', () => {
    const spent = leaseBlock(aRateBudget({ free: 100 }), ask({ now: at(60) }));
    expect(spent).toEqual({ kind: 'spent', until: at(3600) });
    const news = leaseBlock(aRateBudget({ free: 500 }), ask({ report: report(90, 30), now: at(60) }));
    expect(news).toMatchObject({ kind: 'spent', budget: { free: 90, version: 2 } });
  });
});

describe('the split', () => {
  const room = (use: 'send' | 'poll', free: number, given: { send: number; poll: number }, seconds = 0) =>
    roomFor(use, { budget: aRateBudget({ free, given }), reserve: 0.1, now: at(seconds) });

  it('gives sending and polling half of the hour each', () => {
    expect(room('send', 1000, { send: 0, poll: 0 })).toBe(450);
    expect(room('send', 550, { send: 450, poll: 0 })).toBe(0);
    expect(room('poll', 550, { send: 450, poll: 0 })).toBe(450);
    expect(room('poll', 550, { send: 0, poll: 450 })).toBe(0);
  });

  it('passes what one use has not taken to the other as the hour runs out', () => {
    expect(room('send', 550, { send: 450, poll: 0 }, 1800)).toBe(225);
    expect(room('send', 550, { send: 450, poll: 0 }, 3599)).toBe(450);
  });

  it('divides what others leave in the same proportion, so that neither use gets nothing', () => {
    expect(room('send', 110, { send: 0, poll: 0 })).toBe(5);
    expect(room('poll', 110, { send: 300, poll: 0 })).toBe(8);
    expect(room('send', 101, { send: 0, poll: 0 })).toBe(1);
    expect(room('poll', 101, { send: 0, poll: 0 })).toBe(1);
  });

  it('leases the only call of a limit of one an hour', () => {
    const budget = aRateBudget({ limit: 1, free: 1 });
    expect(leaseBlock(budget, ask())).toMatchObject({ kind: 'block', calls: 1 });
  });
});
