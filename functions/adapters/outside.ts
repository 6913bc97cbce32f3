import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Transport } from '@sluice/client';
import type { Clock } from '@sluice/flow/ports';

/**
 * All by which a function of the flow reaches out of its process. Every client is made here, so that the tests of faults
 * stand in the way of each effect there is, those of tomorrow included; a rule in test/faults holds that nobody makes one elsewhere.
 */
export interface Outside {
  /** A client of AWS, by its class. */
  client<C>(Kind: new (config: object) => C): C;
  readonly now: Clock;
  readonly newId: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How the service is called; over `node:http` when absent. */
  readonly transport?: Transport | undefined;
  /** How its control path is called. */
  readonly fetch: typeof fetch;
}

/** As it is in Lambda, and in `sluice local`. */
export const theOutside: Outside = {
  client: (Kind) => new Kind({}),
  now: () => new Date(),
  newId: () => randomUUID(),
  sleep: (ms) => setTimeout(ms),
  random: Math.random,
  fetch,
};
