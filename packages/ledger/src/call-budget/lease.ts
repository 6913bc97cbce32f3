import { uses, type Block, type RateBudget, type RateReport, type Use } from './rate-budget.ts';

const hourMs = 3_600_000;
/** How long an instance keeps its block. */
const leaseMs = 5 * 60_000;
/** A call made right before its block ended has been counted after this time. */
const underWayMs = 30_000;
const mostInBlock = 100;
/** The holders of blocks share this part of what is left. Polls get a smaller part, so that they spread over the hour. */
const partOf: Readonly<Record<Use, number>> = { send: 1 / 4, poll: 1 / 20 };

/** An instance asks for its next block, and gives back the one it has. */
export interface Ask {
  readonly owner: string;
  readonly target: string;
  readonly use: Use;
  /** How many calls it will make next; 1 by default. */
  readonly wanted?: number;
  /** Calls of its block that it has not made. */
  readonly unspent: number;
  /** The last report that this instance received. */
  readonly report?: RateReport | undefined;
  /** Part of the limit that is left to others, from 0 to 1. */
  readonly reserve: number;
  readonly now: Date;
}

export type Lease =
  /** No answer has reported a limit yet: every call may be made. */
  | { readonly kind: 'unknown'; readonly budget?: undefined }
  /** Valid once the budget is written. */
  | { readonly kind: 'block'; readonly budget: RateBudget; readonly calls: number; readonly until: Date }
  /** Nothing is left for this use. Has a budget to write if it is news for other instances. */
  | { readonly kind: 'spent'; readonly budget?: RateBudget; readonly until: Date };

/** The start of the UTC hour that contains a time. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / hourMs) * hourMs);
}

/** When the calls of an hour are counted from 0 again. */
export function resetAfter(time: Date): Date {
  return new Date(hourOf(time).getTime() + hourMs);
}

/** The next block out of a stored budget. Pure. */
export function leaseBlock(known: RateBudget | undefined, ask: Ask): Lease {
  const budget = withReport(known, ask);
  if (budget === undefined) return { kind: 'unknown' };
  const reset = resetAfter(new Date(budget.hour));
  const room =
    roomFor(ask.use, { budget, reserve: ask.reserve, now: ask.now }) || probeOf(budget, known, ask);
  if (room <= 0) {
    const isNews = known?.reportedAt !== budget.reportedAt || known.blocks.some((block) => isOf(block, ask));
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

/**
 * When an instance dies, the calls made from its block are unknown. Then one call of the reserve may be made: its answer reports
 * how many remain. Without that call no answer would come.
 */
function probeOf(budget: RateBudget, known: RateBudget | undefined, ask: Ask): number {
  const blocks = known?.hour === budget.hour ? known.blocks : [];
  const isUncounted = (block: Block) =>
    !isOf(block, ask) && !mayBeUnderWay(block, ask.now) && mayBeUnderWay(block, new Date(budget.reportedAt));
  return budget.free > 0 && blocks.some(isUncounted) ? 1 : 0;
}

export interface BudgetNow {
  readonly budget: RateBudget;
  readonly reserve: number;
  readonly now: Date;
}

/** The calls of an hour that are not the reserve. */
export function usableOf(limit: number, reserve: number): number {
  return Math.max(0, limit - Math.floor(limit * reserve));
}

/**
 * How many calls all instances together may still make for this use in this hour. Sending and polling get half of the
 * hour's calls each, so that neither starves the other. What one has not taken passes to the other as the hour runs out.
 */
export function roomFor(use: Use, { budget, reserve, now }: BudgetNow): number {
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

/** The budget in the hour of this time. A budget of an earlier hour starts anew. */
function inHour(budget: RateBudget, now: Date): RateBudget {
  const hour = hourOf(now).toISOString();
  if (budget.hour >= hour) return budget;
  return { ...budget, hour, free: budget.limit, given: { send: 0, poll: 0 }, reportedAt: hour, blocks: [] };
}

/** The next version: the asking instance's block is returned, and a newer report replaces the count. Pure. */
export function withReport(known: RateBudget | undefined, ask: Ask): RateBudget | undefined {
  const begun = known ?? (ask.report && newBudget(ask.target, ask.report));
  if (begun === undefined) return undefined;
  const current = inHour(begun, ask.now);
  const own = current.blocks.find((block) => isOf(block, ask));
  const others = current.blocks.filter((block) => block !== own);
  const back = Math.min(ask.unspent, own?.calls ?? 0);
  const next = {
    ...current,
    given: { ...current.given, [ask.use]: current.given[ask.use] - back },
    blocks: others.filter((block) => mayBeUnderWay(block, ask.now)),
    version: (known?.version ?? 0) + 1,
  };
  const counted = { ...next, free: current.free + back };
  if (ask.report === undefined || ask.report.at < current.hour) return counted;
  const { limit, remaining, at } = ask.report;
  const reportedAt = new Date(at);
  // Of two calls at a time the later one may be counted first, and the remaining calls only decrease.
  const isBeside = reportedAt.getTime() + underWayMs > Date.parse(current.reportedAt);
  if (at <= current.reportedAt)
    return isBeside ? { ...counted, free: Math.min(counted.free, remaining) } : counted;
  // Others may not have made the calls of their blocks yet, so all of these are subtracted. Those that they did make count
  // twice until they ask again or their lease ends.
  const held = others
    .filter((block) => mayBeUnderWay(block, reportedAt))
    .reduce((sum, { calls }) => sum + calls, 0);
  const free = remaining - held;
  // Blocks leased after an old report may have ended and be forgotten, so it never raises the count.
  const isOld = reportedAt.getTime() + leaseMs + underWayMs <= ask.now.getTime();
  return isOld && free > counted.free ? counted : { ...next, limit, reportedAt: at, free };
}

function newBudget(target: string, { limit, remaining, at }: RateReport): RateBudget {
  const hour = hourOf(new Date(at)).toISOString();
  return {
    target,
    limit,
    hour,
    free: remaining,
    given: { send: 0, poll: 0 },
    reportedAt: at,
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
