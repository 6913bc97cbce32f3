import { randomOf } from '@sluice/demo/random';
import { createCallBudget, type CallBudget } from '../call-budget.ts';
import { hourOf, usableOf } from '../lease.ts';
import { type RateBudgets, type Use } from '../rate-budget.ts';
import { createMemoryRateBudgets } from '../../testing/memory/memory-rate-budgets.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

export interface TokenUsers {
  readonly limit: number;
  readonly reserve: number;
  readonly senders: number;
  readonly pollers: number;
  /** Part of the limit that somebody else uses in an hour, in bursts. */
  readonly outside: number;
  readonly seed: number;
  readonly hours: number;
  /** The server reports neither the limit nor what remains. */
  readonly isSilent?: boolean;
  /** How often an instance is idle after a call, for longer than its block lasts; 0.02 by default. */
  readonly idle?: number;
  /** Everybody stops after so many of our calls. */
  readonly mostCalls?: number;
}

export interface HourOfCalls {
  sends: number;
  polls: number;
  outside: number;
  /** How many of our calls were refused with `too_many_requests`. */
  refusedOurs: number;
  writes: number;
  /** The highest excess of our calls over the usable limit and the calls in flight; negative if there was none. */
  worstExcess: number;
}

const start = '2026-03-01T08:20:00.000Z';

/** Senders, pollers and another user of the token call one server as fast as they may, in virtual time. */
export async function shareOneToken(users: TokenUsers): Promise<HourOfCalls[]> {
  const time = createVirtualTime(start);
  const random = randomOf(users.seed).next;
  const server = createServer(users, time);
  const end = Date.parse(start) + users.hours * 3_600_000;
  const isOver = () => time.now().getTime() >= end || server.made() >= (users.mostCalls ?? Infinity);
  const around = { users, time, random, server, isOver };
  const budgets = slowed(createMemoryRateBudgets(), around);
  const instance = (name: string): CallBudget =>
    createCallBudget({ budgets, target: 't', reserve: users.reserve, now: time.now, newId: () => name });
  for (let i = 0; i < users.senders; i += 1) void use('send', instance(`sender ${i}`), around);
  for (let i = 0; i < users.pollers; i += 1) void use('poll', instance(`poller ${i}`), around);
  if (users.outside > 0) void callFromOutside(around);
  await time.pass(end + 60_000);
  return server.hours();
}

interface Around {
  readonly users: TokenUsers;
  readonly time: VirtualTime;
  readonly random: () => number;
  readonly server: Server;
  readonly isOver: () => boolean;
}

/** Delays each request to the table at random, so that another instance may come first. */
function slowed(budgets: RateBudgets, { time, random, server }: Around): RateBudgets {
  const slow = () => time.sleep(Math.round(random() * 30));
  return {
    read: async (target) => {
      await slow();
      return budgets.read(target);
    },
    write: async (budget) => {
      await slow();
      const isWritten = await budgets.write(budget);
      if (isWritten) server.leased(budget.blocks.reduce((sum, { calls }) => sum + calls, 0));
      return isWritten;
    },
  };
}

async function use(
  of: Use,
  budget: CallBudget,
  { users, time, random, server, isOver }: Around,
): Promise<void> {
  await time.sleep(random() * 2000);
  while (!isOver()) {
    const wanted = of === 'send' ? 1 : 1 + Math.floor(random() * 30);
    const { calls, again } = await budget.take(of, wanted);
    for (let made = 0; made < calls; made += 1) {
      const receive = budget.begin();
      await time.sleep(20 + random() * 400);
      const limits = server.call(of);
      await time.sleep(20 + random() * 400);
      await receive(users.isSilent ? undefined : limits);
    }
    // Sometimes the instance is idle for a while.
    const pause = random() < (users.idle ?? 0.02) ? 400_000 * random() : 50;
    const rest = again === undefined ? pause : again.getTime() - time.now().getTime() + random() * 1000;
    await time.sleep(Math.max(50, Math.min(rest, 300_000)));
  }
}

async function callFromOutside({ users, time, random, server, isOver }: Around): Promise<void> {
  const perHour = Math.max(1, users.limit * users.outside);
  while (!isOver()) {
    const burst = Math.max(1, Math.round(perHour * 0.02 * random()));
    for (let made = 0; made < burst; made += 1) server.call('outside');
    await time.sleep((3_600_000 * burst) / perHour);
  }
}

interface Server {
  call(by: Use | 'outside'): { rateLimitLimit: number; rateLimitRemaining: number };
  /** Records the calls in all blocks after a write. */
  leased(calls: number): void;
  made(): number;
  hours(): HourOfCalls[];
}

/** Allows `limit` calls in each UTC hour, and counts them by caller. */
function createServer({ limit, reserve, senders, pollers }: TokenUsers, time: VirtualTime): Server {
  const hours = new Map<number, HourOfCalls & { used: number; blocks: number }>();
  const current = () => {
    const hour = hourOf(time.now()).getTime();
    const empty = { sends: 0, polls: 0, outside: 0, refusedOurs: 0, writes: 0, used: 0, blocks: 0 };
    const known = hours.get(hour) ?? { ...empty, worstExcess: -Infinity };
    hours.set(hour, known);
    return known;
  };
  return {
    call: (by) => {
      const hour = current();
      const isRefused = hour.used >= limit;
      if (!isRefused) hour.used += 1;
      if (by === 'outside') hour.outside += isRefused ? 0 : 1;
      else {
        if (isRefused) hour.refusedOurs += 1;
        else hour[by === 'send' ? 'sends' : 'polls'] += 1;
        // The calls leased, and one for each instance: under way, or made before it knew the limit.
        const inFlight = hour.blocks + senders + pollers;
        const ours = hour.sends + hour.polls;
        hour.worstExcess = Math.max(hour.worstExcess, ours - usableOf(limit, reserve) - inFlight);
      }
      return { rateLimitLimit: limit, rateLimitRemaining: limit - hour.used };
    },
    leased: (calls) => {
      const hour = current();
      hour.writes += 1;
      hour.blocks = calls;
    },
    made: () => [...hours.values()].reduce((sum, { sends, polls }) => sum + sends + polls, 0),
    hours: () => [...hours.values()],
  };
}
