import { leaseBlock, roomFor, withReport, type Ask, type Lease } from './lease.ts';
import type { RateBudget, RateBudgets, Use } from './rate-budget.ts';
import type { RateReports } from './rate-reports.ts';

export interface SharedBudgetOptions {
  readonly budgets: RateBudgets;
  /** The service that sets the limit: its base URL. */
  readonly target: string;
  /** Part of the limit that is left to others who use the same token, from 0 to 1. */
  readonly reserve: number;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** The stored budget, as one instance of a function leases blocks of it. */
export interface SharedBudget {
  lease(use: Use, wanted: number, unspent: number): Promise<Lease>;
  /** How many calls all instances together may still make in this hour; Infinity while no limit is known. */
  room(use: Use): Promise<number>;
  /** Stores the limit that an answer to a call of this use has stated. False: not now; the next lease stores it. */
  share(use: Use): Promise<boolean>;
}

const racesAtMost = 20;

/** @throws CallBudgetError if others write first each time */
export function createSharedBudget(options: SharedBudgetOptions, reports: RateReports): SharedBudget {
  const { budgets, target, reserve, now, newId } = options;
  const owner = newId();

  function askFor(use: Use, wanted: number, unspent: number): Ask {
    return { owner, target, use, wanted, unspent, report: reports.latest(), reserve, now: now() };
  }

  /** Writes what follows from the stored budget, again if somebody else has written first. */
  async function write<T extends { readonly budget?: RateBudget | undefined }>(
    next: (known: RateBudget | undefined) => T,
  ): Promise<T> {
    for (let races = 0; races < racesAtMost; races += 1) {
      const found = next(await budgets.read(target));
      if (found.budget === undefined || (await budgets.write(found.budget))) return found;
    }
    throw new CallBudgetError(`Others took calls of the same limit first ${racesAtMost} times.`);
  }

  return {
    lease: (use, wanted, unspent) => write((known) => leaseBlock(known, askFor(use, wanted, unspent))),
    room: async (use) => {
      const budget = await budgets.read(target);
      return budget === undefined ? Infinity : roomFor(use, { budget, reserve, now: now() });
    },
    share: async (use) => {
      try {
        await write((known) => {
          const budget = withReport(known, askFor(use, 1, 0));
          const isNews = budget !== undefined && (known === undefined || budget.free < known.free);
          return isNews ? { budget } : {};
        });
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Other instances wrote the budget first too often. The caller may try again. */
export class CallBudgetError extends Error {
  override readonly name = 'CallBudgetError';
  readonly code = 'busy';
}
