import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Transport } from '@sluice/client';
import type { Clock } from '@sluice/flow/ports';
import { LimitedRequests } from '@sluice/aws-kit/aws-requests';
import { createSender } from '@sluice/aws-kit/outgoing';

/**
 * Everything through which a function of the flow reaches out of its process. Every client is made here, so that tests
 * can inject a fault at each effect. A rule in test/faults checks that none is made elsewhere.
 */
export interface Outside {
  client<C>(Kind: new (config: object) => C): C;
  readonly now: Clock;
  readonly newId: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Calls the service; over `node:http` when absent. */
  readonly transport?: Transport | undefined;
  /** Asks the service for undos. */
  readonly fetch: typeof fetch;
  /** Sends to the addresses of chats and of other receivers of notices. */
  readonly sender: typeof createSender;
}

const clients = new Map<unknown, unknown>();

/** The real one, in Lambda and in `sluice local`. Functions share one client of each class. */
export const theOutside: Outside = {
  client: (Kind) => {
    const known = clients.get(Kind);
    if (known instanceof Kind) return known;
    // The URL of a queue is its name. Its host may be one that only SQS itself can resolve.
    const made = new Kind({ useQueueUrlAsEndpoint: false, requestHandler: new LimitedRequests() });
    clients.set(Kind, made);
    return made;
  },
  now: () => new Date(),
  newId: () => randomUUID(),
  sleep: (ms) => setTimeout(ms),
  random: Math.random,
  fetch,
  sender: createSender,
};
