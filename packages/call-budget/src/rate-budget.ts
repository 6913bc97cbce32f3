import { z } from 'zod';

/** What a call of the service is made for. */
export const uses = ['send', 'poll'] as const;
export type Use = (typeof uses)[number];

/** Calls in the hands of one instance of a function, which may make them before `until` (ISO 8601). */
export interface Block {
  readonly owner: string;
  readonly use: Use;
  readonly calls: number;
  readonly until: string;
}

/** What all who call one target know of its hourly limit. Times are ISO 8601 in UTC. */
export interface RateBudget {
  readonly target: string;
  /** Calls that the service admits in a UTC hour, as it last told. */
  readonly limit: number;
  /** When the hour began that the rest is about. */
  readonly hour: string;
  /** Calls of this hour that are in nobody's hands, the reserve among them; below 0 where others took more than was left. */
  readonly free: number;
  /** Calls that were handed out in this hour. */
  readonly given: Readonly<Record<Use, number>>;
  /** When the call was made whose answer `free` goes back to. */
  readonly toldAt: string;
  readonly blocks: readonly Block[];
  /** Counts up by one with every write. */
  readonly version: number;
}

/** What an answer told of the limit. */
export interface Told {
  readonly limit: number;
  /** Less the calls that were under way when it was told. */
  readonly remaining: number;
  /** When its call was made, ISO 8601. */
  readonly at: string;
}

export const rateBudgetSchema = z.object({
  target: z.string(),
  limit: z.number(),
  hour: z.string(),
  free: z.number(),
  given: z.object({ send: z.number(), poll: z.number() }),
  toldAt: z.string(),
  blocks: z.array(z.object({ owner: z.string(), use: z.enum(uses), calls: z.number(), until: z.string() })),
  version: z.int().positive(),
}) satisfies z.ZodType<RateBudget>;

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
