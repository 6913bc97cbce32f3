/** The numbers of AWS that no template has. The numbers of the templates always hold. */
export interface Limits {
  /** How many functions may run at once in the account. */
  readonly concurrentExecutions: number;
  /** Event sources and functions use only as many threads as this machine has cores for. */
  readonly fewThreads: boolean;
}

/** New accounts have 10, until AWS raises their quota. */
export const usualConcurrentExecutions = 1000;

/** What AWS does. `easy` leaves out what makes a small machine slow. */
export function limitsOf({ easy = false, concurrentExecutions = usualConcurrentExecutions }): Limits {
  return { concurrentExecutions, fewThreads: easy };
}
