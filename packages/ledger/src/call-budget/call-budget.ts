import { createRateReports, type RateNote } from './rate-reports.ts';
import { hourOf, resetAfter, usableOf } from './lease.ts';
import type { RateReport, Use } from './rate-budget.ts';
import { createSharedBudget, type SharedBudgetOptions } from './shared-budget.ts';

/** What a run says while it waits for calls. */
export const callsSpent = 'the calls of this hour are spent';

export interface Taken {
  /** How many calls may be made: as many as were wanted, or fewer. */
  readonly calls: number;
  /** When to ask again, if there are fewer. */
  readonly again?: Date;
}

/**
 * The calls that one instance of a function may make, out of the budget that all instances share. It leases them in
 * blocks, so that most calls cost no request. Until an answer reports a limit, every call may be made.
 */
export interface CallBudget {
  take(use: Use, wanted?: number): Promise<Taken>;
  /** Returns calls that were taken but not made. */
  giveBack(use: Use, calls: number): void;
  /** How many calls all instances together may still make in this hour; Infinity while no limit is known. */
  room(use: Use): Promise<number>;
  /**
   * Marks the start of a call. Pass its answer's headers to the returned function. If the call was made while no limit was known,
   * it shares the one that the answer states.
   */
  begin(): (note: RateNote | undefined) => Promise<void>;
}

/** After this time other instances may know of a limit, or may have given calls back. */
const askAgainMs = 30_000;
/** Polls that did not get all their calls wait for this part of what is left of the hour. */
const paceOfPolls = 1 / 20;

interface OpenBlock {
  calls: number;
  readonly until: number;
}

/** The last request that got no block, so that not every call asks again. */
interface Refusal {
  readonly kind: 'unknown' | 'spent';
  readonly askAgain: number;
  readonly until: Date;
}

export function createCallBudget(options: SharedBudgetOptions): CallBudget {
  const { reserve, now } = options;
  const reports = createRateReports();
  const shared = createSharedBudget(options, reports);
  const held = new Map<Use, OpenBlock>();
  const refusals = new Map<Use, Refusal>();
  const inTurn = oneAtATime();

  /** Otherwise others would not count the calls that were made while no limit was known. */
  async function shareLimit(): Promise<void> {
    const unknown = [...refusals].flatMap(([use, { kind }]) => (kind === 'unknown' ? [use] : []));
    const [first] = unknown;
    if (first === undefined || reports.latest() === undefined) return;
    if (await inTurn(() => shared.share(first))) for (const use of unknown) refusals.delete(use);
  }

  async function renew(use: Use, wanted: number): Promise<void> {
    const time = now().getTime();
    const earlier = refusals.get(use);
    const isStillUnknown = earlier?.kind === 'unknown' && reports.latest() === undefined;
    if (earlier && time < earlier.askAgain && (isStillUnknown || earlier.kind === 'spent')) return;
    const found = await shared.lease(use, wanted, held.get(use)?.calls ?? 0);
    held.delete(use);
    refusals.delete(use);
    if (found.kind === 'block') held.set(use, { calls: found.calls, until: found.until.getTime() });
    else {
      const until = found.kind === 'spent' ? found.until : new Date(time + askAgainMs);
      const askAgain = Math.min(time + askAgainMs, until.getTime());
      refusals.set(use, { kind: found.kind, until, askAgain });
    }
  }

  /** Calls of the block that may still be made: none once an answer shows that only the reserve remains. */
  function atHand(use: Use): number {
    const block = held.get(use);
    if (block === undefined || now().getTime() >= block.until) return 0;
    return isOnlyReserveLeft(reports.latest(), reserve, now()) ? 0 : block.calls;
  }

  async function take(use: Use, wanted: number): Promise<Taken> {
    if (atHand(use) < wanted) await renew(use, wanted);
    const none = refusals.get(use);
    if (none?.kind === 'unknown') return { calls: wanted };
    if (none?.kind === 'spent') return { calls: 0, again: none.until };
    const calls = Math.min(wanted, atHand(use));
    const block = held.get(use);
    if (block) block.calls -= calls;
    return calls === wanted ? { calls } : { calls, again: paced(now()) };
  }

  return {
    // Two leases at once would replace each other's block.
    take: (use, wanted = 1) => inTurn(() => take(use, wanted)),
    giveBack: (use, calls) => {
      const block = held.get(use);
      if (block) block.calls += calls;
    },
    room: shared.room,
    begin: () => {
      const receive = reports.begin(now());
      return (note) => {
        receive(note);
        return shareLimit();
      };
    },
  };
}

function isOnlyReserveLeft(report: RateReport | undefined, reserve: number, now: Date): boolean {
  if (report === undefined || report.at < hourOf(now).toISOString()) return false;
  return report.remaining <= report.limit - usableOf(report.limit, reserve);
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
