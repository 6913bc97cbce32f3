import { uses, type Block, type RateBudget, type Told, type Use } from './rate-budget.ts';

const hourMs = 3_600_000;
/** A warm instance keeps its block for so long. */
const leaseMs = 5 * 60_000;
/** A call that was made right before the end of its block has surely been counted by then. */
const underWayMs = 30_000;
const mostInBlock = 100;
/** A block is at most this part of what its use has left, shared by those who hold one. Polls are spread over the hour. */
const partOf: Readonly<Record<Use, number>> = { send: 1 / 4, poll: 1 / 20 };

/** An instance asks for its next block, and gives back the one it has. */
export interface Ask {
  readonly owner: string;
  readonly target: string;
  readonly use: Use;
  /** How many it is to make next; 1 when absent. */
  readonly wanted?: number;
  /** Calls of its block that it has not made. */
  readonly unspent: number;
  /** What its own answers told last. */
  readonly told?: Told | undefined;
  /** Part of the limit that is left to others, from 0 to 1. */
  readonly reserve: number;
  readonly now: Date;
}

export type Lease =
  /** No answer has told a limit yet: nothing is held back. */
  | { readonly kind: 'unknown' }
  /** Good once the budget is written. */
  | { readonly kind: 'block'; readonly budget: RateBudget; readonly calls: number; readonly until: Date }
  /** Nothing is left for this use; with the budget where it tells others something new. */
  | { readonly kind: 'spent'; readonly budget?: RateBudget; readonly until: Date };

/** When the UTC hour that a time is in began. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / hourMs) * hourMs);
}

/** When the calls of an hour are counted from 0 again. */
export function resetAfter(time: Date): Date {
  return new Date(hourOf(time).getTime() + hourMs);
}

/** The next block out of a budget as it was read. Pure. */
export function leaseBlock(known: RateBudget | undefined, ask: Ask): Lease {
  const budget = asTold(known, ask);
  if (budget === undefined) return { kind: 'unknown' };
  const reset = resetAfter(new Date(budget.hour));
  const room = roomFor(ask.use, { budget, reserve: ask.reserve, now: ask.now });
  if (room <= 0) {
    const isNews = known?.toldAt !== budget.toldAt || known.blocks.some((block) => isOf(block, ask));
    return { kind: 'spent', until: reset, ...(isNews && { budget }) };
  }
  const holders = 1 + budget.blocks.filter(({ use }) => use === ask.use).length;
  const share = Math.ceil((room * partOf[ask.use]) / holders);
  const calls = Math.min(room, share, Math.max(mostInBlock, ask.wanted ?? 1));
  const until = new Date(Math.min(ask.now.getTime() + leaseMs, reset.getTime()));
  const block: Block = { owner: ask.owner, use: ask.use, calls, until: until.toISOString() };
  return {
    kind: 'block',
    calls,
    until,
    budget: {
      ...budget,
      free: budget.free - calls,
      given: { ...budget.given, [ask.use]: budget.given[ask.use] + calls },
      blocks: [...budget.blocks, block],
    },
  };
}

export interface Standing {
  readonly budget: RateBudget;
  readonly reserve: number;
  readonly now: Date;
}

/** The calls of an hour that are not the reserve. */
export function usableOf(limit: number, reserve: number): number {
  return Math.max(0, limit - Math.floor(limit * reserve));
}

/**
 * How many calls may still be made for this use in this hour, by all together. Sending and polling have half of the hour's calls each,
 * so that neither starves the other; what one has not taken passes to the other as the hour runs out.
 */
export function roomFor(use: Use, { budget, reserve, now }: Standing): number {
  const current = inHour(budget, now);
  const usable = usableOf(current.limit, reserve);
  const allowed = current.free - (current.limit - usable);
  if (allowed <= 0) return 0;
  const reset = resetAfter(new Date(current.hour)).getTime();
  const partLeft = Math.min(1, Math.max(0, (reset - now.getTime()) / hourMs));
  const due = (of: Use) => Math.max(0, usable / 2 - current.given[of]) * partLeft;
  const [own, all] = [due(use), uses.reduce((sum, one) => sum + due(one), 0)];
  const share = allowed >= all ? allowed - (all - own) : (allowed * own) / all;
  return Math.min(allowed, Math.ceil(share));
}

/** The budget as it is in the hour of this time: nothing of an hour before counts any more. */
function inHour(budget: RateBudget, now: Date): RateBudget {
  const hour = hourOf(now).toISOString();
  if (budget.hour >= hour) return budget;
  return { ...budget, hour, free: budget.limit, given: { send: 0, poll: 0 }, toldAt: hour, blocks: [] };
}

/** The next version: the asking instance's block is given back, and what an answer told since is taken in. */
function asTold(known: RateBudget | undefined, ask: Ask): RateBudget | undefined {
  const begun = known ?? (ask.told && newBudget(ask.target, ask.told));
  if (begun === undefined) return undefined;
  const current = inHour(begun, ask.now);
  const own = current.blocks.find((block) => isOf(block, ask));
  const others = current.blocks.filter((block) => block !== own);
  // Of a block that ended unasked for, as of an instance that died, nobody knows how many calls were made. One of them comes back,
  // since its answer tells: without any call nothing would be told.
  const lapsed = others.filter((block) => !mayBeUnderWay(block, ask.now));
  const back = { send: 0, poll: 0 };
  for (const { use } of lapsed) back[use] += 1;
  back[ask.use] += Math.min(ask.unspent, own?.calls ?? 0);
  const next = {
    ...current,
    given: { send: current.given.send - back.send, poll: current.given.poll - back.poll },
    blocks: others.filter((block) => mayBeUnderWay(block, ask.now)),
    version: (known?.version ?? 0) + 1,
  };
  if (ask.told === undefined || ask.told.at < current.hour || ask.told.at <= current.toldAt)
    return { ...next, free: current.free + back.send + back.poll };
  const { limit, remaining, at } = ask.told;
  const toldAt = new Date(at);
  // What others hold is not in what remains, or is and is counted twice, until they ask again or their lease ends.
  const held = others
    .filter((block) => mayBeUnderWay(block, toldAt))
    .reduce((sum, { calls }) => sum + calls, 0);
  return { ...next, limit, toldAt: at, free: remaining - held };
}

function newBudget(target: string, { limit, remaining, at }: Told): RateBudget {
  const hour = hourOf(new Date(at)).toISOString();
  return {
    target,
    limit,
    hour,
    free: remaining,
    given: { send: 0, poll: 0 },
    toldAt: at,
    blocks: [],
    version: 0,
  };
}

function isOf(block: Block, { owner, use }: Pick<Ask, 'owner' | 'use'>): boolean {
  return block.owner === owner && block.use === use;
}

function mayBeUnderWay({ until }: Block, time: Date): boolean {
  return Date.parse(until) + underWayMs > time.getTime();
}
