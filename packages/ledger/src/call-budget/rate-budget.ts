import * as z from 'zod';

export const uses = ['send', 'poll'] as const;
export type Use = (typeof uses)[number];

const blockSchema = z.object({
  owner: z.string(),
  use: z.enum(uses),
  calls: z.number(),
  /** ISO 8601. */
  until: z.string(),
});
/** Calls that one instance of a function may make before `until`. */
export type Block = Readonly<z.infer<typeof blockSchema>>;

/** What all callers of one target know about its hourly limit. Times are ISO 8601 in UTC. */
export const rateBudgetSchema = z.object({
  target: z.string(),
  /** Calls that the service allows in a UTC hour, by its last answer. */
  limit: z.number(),
  /** The start of the hour that the other fields describe. */
  hour: z.string(),
  /** Calls of this hour that are not taken, including the reserve; below 0 if others took more than was left. */
  free: z.number(),
  /** Calls taken in this hour. */
  given: z.object({ send: z.number(), poll: z.number() }).readonly(),
  /** When the call was made that reported `free`. */
  reportedAt: z.string(),
  blocks: z.array(blockSchema).readonly(),
  /** Increases by one with every write. */
  version: z.int().positive(),
});
export type RateBudget = Readonly<z.infer<typeof rateBudgetSchema>>;

export interface RateReport {
  readonly limit: number;
  /** Less the calls that were under way when the answer came. */
  readonly remaining: number;
  /** When its call was made, ISO 8601. */
  readonly at: string;
}

/** The store of all targets' budgets. After an error with the code `busy` the caller may try again. */
export interface RateBudgets {
  /** The current budget; undefined until an answer reports a limit. */
  read(target: string): Promise<RateBudget | undefined>;
  /** Replaces the version before it, or creates the first. False: somebody else wrote first, and nothing was written. */
  write(budget: RateBudget): Promise<boolean>;
}
