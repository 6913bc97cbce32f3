import type { ThroughputLimits } from './throughput.ts';

/** The numbers of AWS that no template has. The numbers of the templates always hold. */
export interface Limits {
  /** How many functions may run at once in the account. */
  readonly concurrentExecutions: number;
  /** Event sources and functions use only as many threads as this machine has cores for. */
  readonly fewThreads: boolean;
  /** How long the indexes of tables lag behind, in milliseconds. */
  readonly indexLagMs: number;
  /** Of tables on demand; unlimited when absent. */
  readonly throughput?: ThroughputLimits;
}

/** New accounts have 10, until AWS raises their quota. */
const usualConcurrentExecutions = 1000;

/** AWS names no time: usually an index has a write within a second. */
const usualIndexLagMs = 500;

const usualThroughput: ThroughputLimits = {
  partition: { reads: 3000, writes: 1000 },
  fresh: { reads: 12_000, writes: 4000 },
};

/** What AWS does. `easy` leaves out what makes a small machine slow. */
export function limitsOf({
  easy = false,
  concurrentExecutions = usualConcurrentExecutions,
}: {
  readonly easy?: boolean | undefined;
  readonly concurrentExecutions?: number | undefined;
}): Limits {
  if (easy) return { concurrentExecutions, fewThreads: true, indexLagMs: 0 };
  return {
    ...{ concurrentExecutions, fewThreads: false },
    ...{ indexLagMs: usualIndexLagMs, throughput: usualThroughput },
  };
}
