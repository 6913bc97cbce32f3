import { z } from 'zod';

/** What a call of the service is made for. */
export const uses = ['send', 'poll'] as const;
export type Use = (typeof uses)[number];

const blockSchema = z.object({
  owner: z.string(),
  use: z.enum(uses),
  calls: z.number(),
  /** ISO 8601. */
  until: z.string(),
});
/** Calls that one instance of a function has taken, and may make before `until`. */
export type Block = Readonly<z.infer<typeof blockSchema>>;

/** What all who call one target know of its hourly limit. Times are ISO 8601 in UTC. */
export const rateBudgetSchema = z.object({
  target: z.string(),
  /** Calls that the service admits in a UTC hour, by its last answer. */
  limit: z.number(),
  /** When the hour began that the rest is about. */
  hour: z.string(),
  /** Calls of this hour that nobody has taken, the reserve among them; below 0 where others took more than was left. */
  free: z.number(),
  /** Calls that were taken in this hour. */
  given: z.object({ send: z.number(), poll: z.number() }).readonly(),
  /** When the call was made whose answer `free` goes back to. */
  toldAt: z.string(),
  blocks: z.array(blockSchema).readonly(),
  /** Counts up by one with every write. */
  version: z.int().positive(),
});
export type RateBudget = Readonly<z.infer<typeof rateBudgetSchema>>;

/** What an answer told of the limit. */
export interface Told {
  readonly limit: number;
  /** Less the calls that were under way when it was told. */
  readonly remaining: number;
  /** When its call was made, ISO 8601. */
  readonly at: string;
}

/** Where the budgets of all targets are kept. May throw an error with the code `busy`, after which the same call may be made again. */
export interface RateBudgets {
  /** As it is now; undefined while no answer has told a limit. */
  read(target: string): Promise<RateBudget | undefined>;
  /** Puts it in the place of the version before it, or of none. False: somebody else was first, and nothing was written. */
  write(budget: RateBudget): Promise<boolean>;
}

/** Budgets that last as long as the process: for tests. */
export function createMemoryRateBudgets(): RateBudgets {
  const stored = new Map<string, RateBudget>();
  return {
    read: async (target) => stored.get(target),
    write: async (budget) => {
      if ((stored.get(budget.target)?.version ?? 0) !== budget.version - 1) return false;
      stored.set(budget.target, budget);
      return true;
    },
  };
}
