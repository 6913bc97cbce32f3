import { attempt, type AttemptServices } from './attempt-delivery.ts';
import { gather, type GatherServices } from './gather-changes.ts';
import type { ChangesMessage, DeliveryMessage } from './messages.ts';

export type DispatchServices = AttemptServices & GatherServices;

/** Handles a message of either queue: changes become deliveries, deliveries are attempted. */
export function dispatchMessage(
  message: ChangesMessage | DeliveryMessage,
  services: DispatchServices,
): Promise<void> {
  return 'deliveryId' in message ? attempt(message, services) : gather(message, services);
}
