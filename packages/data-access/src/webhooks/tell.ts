import { attempt, type AttemptServices } from './attempt.ts';
import { gather, type GatherServices } from './gather.ts';
import type { ChangesMessage, DeliveryMessage } from './messages.ts';

export type TellServices = AttemptServices & GatherServices;

/** Works on a message of either queue: changes become deliveries, deliveries are tried. */
export function tell(message: ChangesMessage | DeliveryMessage, services: TellServices): Promise<void> {
  return 'deliveryId' in message ? attempt(message, services) : gather(message, services);
}
