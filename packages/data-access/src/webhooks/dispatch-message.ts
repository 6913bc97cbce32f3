import type * as z from 'zod';
import { chainCall, type ChainServices } from './chain-call.ts';
import { attempt, type AttemptServices } from './attempt-delivery.ts';
import { gather, type GatherServices } from './gather-changes.ts';
import type { webhookMessage } from './messages.ts';

export type DispatchServices = AttemptServices & GatherServices & ChainServices;

/** Handles a message of either queue: a call to append, a change set to gather, or a delivery to try. */
export function dispatchMessage(
  message: z.infer<typeof webhookMessage>,
  services: DispatchServices,
): Promise<void> {
  if ('requestId' in message) return chainCall(message, services);
  return 'deliveryId' in message ? attempt(message, services) : gather(message, services);
}
