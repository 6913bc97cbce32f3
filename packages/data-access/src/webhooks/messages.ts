import * as z from 'zod';
import type { MessageQueue } from '../services.ts';
import { callMessage } from '../store/calls.ts';

/** A message of the changes queue: a change set to publish. The last look at an intent finds what was written late. */
const changesMessage = z.object({
  v: z.literal(1),
  siteId: z.string(),
  changeSetId: z.string(),
  isLastLook: z.literal(true).optional(),
});
export type ChangesMessage = z.infer<typeof changesMessage>;

/** A message of the deliveries queue: a delivery to try, and the turn of this message. */
const deliveryMessage = z.object({
  v: z.literal(1),
  siteId: z.string(),
  webhookId: z.string(),
  deliveryId: z.string(),
  turn: z.number().int(),
});
export type DeliveryMessage = z.infer<typeof deliveryMessage>;

export const webhookMessage = z.union([deliveryMessage, changesMessage, callMessage]);

export type ChangesQueue = MessageQueue<ChangesMessage>;
export type DeliveriesQueue = MessageQueue<DeliveryMessage>;

/** The longest delay of SQS. A message that must wait longer is sent again. */
export const longestDelaySeconds = 15 * 60;

/** How long a message may be delayed towards a time, in whole seconds. */
export const delayUntil = (time: Date, now: Date): number =>
  Math.min(longestDelaySeconds, Math.max(0, Math.ceil((time.getTime() - now.getTime()) / 1000)));
