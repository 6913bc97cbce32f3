import { z } from 'zod';

/** What a webhook receives: changes of a model, and updates only of these fields, or of any (`null`). */
export const subscription = z.object({ model: z.string(), fields: z.array(z.string()).nullable() });
export type Subscription = z.infer<typeof subscription>;

/** A URL that receives changes. It is never deleted, only disabled, with the reason. */
export const webhook = z.object({
  siteId: z.string(),
  webhookId: z.string(),
  /** 1 when created, one more with each write. */
  version: z.number().int().positive(),
  url: z.string(),
  /** Kept readable: whoever receives has to be able to look it up. */
  secret: z.string(),
  models: z.array(subscription),
  enabled: z.boolean(),
  disabledReason: z.string().nullable(),
  notes: z.string().nullable(),
  createdDate: z.string(),
  updatedDate: z.string(),
});
export type Webhook = z.infer<typeof webhook>;

export const deliveryStates = ['waiting', 'sending', 'delivered', 'parked'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How one try to deliver ended. */
export const deliveryAttempt = z.object({
  date: z.string(),
  /** What the receiver answered with, if it answered. */
  status: z.number().nullable(),
  /** In words, unless it was delivered. */
  reason: z.string().nullable(),
  /** Milliseconds; null where nothing was sent. */
  duration: z.number().nullable(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

/** One body to be brought to one webhook; its events are an object in the bucket. */
export const delivery = z.object({
  siteId: z.string(),
  webhookId: z.string(),
  /** Sorts by the time of the changes, and is the same whenever it is made again of them. */
  deliveryId: z.string(),
  changeSetId: z.string(),
  part: z.number().int(),
  /** 1 when created, one more with each write. */
  version: z.number().int().positive(),
  state: z.enum(deliveryStates),
  /** One more whenever a message follows another: a message of an earlier turn has nothing to do any more. */
  turn: z.number().int(),
  /** How often it was tried since it was made, or since somebody asked for it anew. */
  tried: z.number().int(),
  events: z.number().int(),
  /** The last tries, oldest first. */
  attempts: z.array(deliveryAttempt),
  /** When it is tried next, while it waits. */
  nextAttemptAt: z.string().nullable(),
  /** Until when nobody else may send it, while it is being sent. */
  leaseUntil: z.string().nullable(),
  createdDate: z.string(),
  /** When the store may forget it, in seconds since 1970: only what was delivered is forgotten. */
  expires: z.number().int().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export interface WebhookRef {
  readonly siteId: string;
  readonly webhookId: string;
}

export interface DeliveryRef extends WebhookRef {
  readonly deliveryId: string;
}

export interface DeliveryPage {
  readonly limit: number;
  /** The last delivery of the page before. */
  readonly after?: string | undefined;
}

/** Who receives changes, and the state of each delivery. Reads are strong. */
export interface WebhookStore {
  /** False when there is a webhook of that id already; it is left as it is. */
  create(webhook: Webhook): Promise<boolean>;
  get(ref: WebhookRef): Promise<Webhook | undefined>;
  /** All of a site, oldest first, disabled ones included. */
  list(siteId: string): Promise<Webhook[]>;
  /** Replaces the version before `next.version`; false when somebody else did first. */
  update(next: Webhook): Promise<boolean>;
  /** False when there is a delivery of that id already; it is left as it is. */
  createDelivery(delivery: Delivery): Promise<boolean>;
  delivery(ref: DeliveryRef): Promise<Delivery | undefined>;
  /** The deliveries of one webhook, newest first. */
  deliveries(ref: WebhookRef, page: DeliveryPage): Promise<Delivery[]>;
  /** Replaces the version before `next.version`; false when somebody else did first. */
  updateDelivery(next: Delivery): Promise<boolean>;
}
