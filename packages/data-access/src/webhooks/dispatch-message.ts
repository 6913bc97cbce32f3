import { attempt, type AttemptServices } from './attempt-delivery.ts';
import { gather, type GatherServices } from './gather-changes.ts';
import type { ChangesMessage, DeliveryMessage } from './messages.ts';

export type DispatchServices = AttemptServices & GatherServices;

/** Handles a message of either queue: a change set to gather, or a delivery to try. */
export function dispatchMessage(
  message: ChangesMessage | DeliveryMessage,
  services: DispatchServices,
): Promise<void> {
  return 'deliveryId' in message ? attempt(message, services) : gather(message, services);
}
