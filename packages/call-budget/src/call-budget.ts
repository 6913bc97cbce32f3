import { CallBudgetError } from './call-budget-error.ts';
import { createHearing, type RateNote } from './hearing.ts';
import { hourOf, leaseBlock, resetAfter, roomFor, usableOf, type Lease } from './lease.ts';
import type { RateBudgets, Told, Use } from './rate-budget.ts';

export interface CallBudgetOptions {
  readonly budgets: RateBudgets;
  /** Whose limit it is: the base URL of the service. */
  readonly target: string;
  /** Part of the limit that is left to others who use the same token, from 0 to 1. */
  readonly reserve: number;
  readonly now: () => Date;
  readonly newId: () => string;
}

export interface Taken {
  /** How many calls may be made: as many as were wanted, or fewer. */
  readonly calls: number;
  /** Where there are fewer: when to ask for more. */
  readonly again?: Date;
}

/**
 * The calls that one instance of a function may make, out of the budget that all share. It leases them in blocks, so that most
 * calls cost no request. While no answer has told a limit, it holds nothing back.
 */
export interface CallBudget {
  take(use: Use, wanted?: number): Promise<Taken>;
  /** Calls that were taken and are not made after all. */
  giveBack(use: Use, calls: number): void;
  /** How many calls all together may still make in this hour; Infinity while nobody knows. */
  room(use: Use): Promise<number>;
  /** A call is made; the function takes what its answer told. */
  begin(): (note: RateNote | undefined) => void;
}

/** Without a known limit, or with nothing left, others may know more after so long. */
const askAgainMs = 30_000;
const racesAtMost = 20;
/** Of the rest of the hour: how long polls wait that did not all have their turn. Then as much of the rest is left. */
const paceOfPolls = 1 / 20;

interface Held {
  calls: number;
  readonly until: number;
}

/** What is remembered of asking in vain. */
interface Vain {
  readonly kind: 'unknown' | 'spent';
  readonly askAgain: number;
  readonly until: Date;
}

export function createCallBudget({ budgets, target, reserve, now, newId }: CallBudgetOptions): CallBudget {
  const owner = newId();
  const hearing = createHearing();
  const held = new Map<Use, Held>();
  const vain = new Map<Use, Vain>();

  async function lease(use: Use, wanted: number): Promise<Lease> {
    for (let races = 0; races < racesAtMost; races += 1) {
      const unspent = held.get(use)?.calls ?? 0;
      const ask = { owner, target, use, wanted, unspent, told: hearing.told(), reserve, now: now() };
      const lease = leaseBlock(await budgets.read(target), ask);
      if (lease.kind === 'unknown' || lease.budget === undefined || (await budgets.write(lease.budget)))
        return lease;
    }
    throw new CallBudgetError(`Others took calls of the same limit first ${racesAtMost} times.`);
  }

  async function renew(use: Use, wanted: number): Promise<void> {
    const time = now().getTime();
    const earlier = vain.get(use);
    const isUnheard = earlier?.kind === 'unknown' && hearing.told() === undefined;
    if (earlier && time < earlier.askAgain && (isUnheard || earlier.kind === 'spent')) return;
    const found = await lease(use, wanted);
    held.delete(use);
    vain.delete(use);
    if (found.kind === 'block') held.set(use, { calls: found.calls, until: found.until.getTime() });
    else {
      const until = found.kind === 'spent' ? found.until : new Date(time + askAgainMs);
      const askAgain = Math.min(time + askAgainMs, until.getTime());
      vain.set(use, { kind: found.kind, until, askAgain });
    }
  }

  /** Calls of the block that are still good. Once an answer tells that only the reserve remains, none is. */
  function atHand(use: Use): number {
    const block = held.get(use);
    const isGood =
      block !== undefined && now().getTime() < block.until && !isReserveAlone(hearing.told(), reserve, now());
    return isGood ? block.calls : 0;
  }

  async function take(use: Use, wanted: number): Promise<Taken> {
    if (atHand(use) < wanted) await renew(use, wanted);
    const none = vain.get(use);
    if (none?.kind === 'unknown') return { calls: wanted };
    if (none?.kind === 'spent') return { calls: 0, again: none.until };
    const calls = Math.min(wanted, atHand(use));
    const block = held.get(use);
    if (block) block.calls -= calls;
    return calls === wanted ? { calls } : { calls, again: paced(now()) };
  }

  const inTurn = oneAtATime();
  return {
    // Two at once would lease in place of each other's block.
    take: (use, wanted = 1) => inTurn(() => take(use, wanted)),
    giveBack: (use, calls) => {
      const block = held.get(use);
      if (block) block.calls += calls;
    },
    room: async (use) => {
      const budget = await budgets.read(target);
      return budget === undefined ? Infinity : roomFor(use, { budget, reserve, now: now() });
    },
    begin: () => hearing.begin(now()),
  };
}

function isReserveAlone(told: Told | undefined, reserve: number, now: Date): boolean {
  if (told === undefined || told.at < hourOf(now).toISOString()) return false;
  return told.remaining <= told.limit - usableOf(told.limit, reserve);
}

function paced(now: Date): Date {
  return new Date(now.getTime() + (resetAfter(now).getTime() - now.getTime()) * paceOfPolls);
}

function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
