import * as z from 'zod';

/** A subscription to changes of a model. Updates are limited to these fields, unless they are `null`. */
export const subscription = z.object({ model: z.string(), fields: z.array(z.string()).nullable() });
export type Subscription = z.infer<typeof subscription>;

/** A URL that receives changes. It is never deleted, only disabled. */
export const webhook = z.object({
  siteId: z.string(),
  webhookId: z.string(),
  /** 1 when created, one more with each write. */
  version: z.number().int().positive(),
  url: z.string(),
  /** Stored readable, since the operator of the receiver must be able to look it up. */
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

const deliveryAttempt = z.object({
  date: z.string(),
  /** The HTTP status of the answer, if there was one. */
  status: z.number().nullable(),
  reason: z.string().nullable(),
  /** Milliseconds; null where nothing was sent. */
  duration: z.number().nullable(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

/** One body for one webhook. Its events are an object in the bucket. */
export const delivery = z.object({
  siteId: z.string(),
  webhookId: z.string(),
  /** Sorts by the time of the changes. The same changes always give the same id. */
  deliveryId: z.string(),
  changeSetId: z.string(),
  part: z.number().int(),
  /** 1 when created, one more with each write. */
  version: z.number().int().positive(),
  state: z.enum(deliveryStates),
  /** Counts the messages of the delivery. A message of an earlier turn is ignored. */
  turn: z.number().int(),
  /** How often it was tried since it was created or redelivered. */
  tried: z.number().int(),
  events: z.number().int(),
  attempts: z.array(deliveryAttempt),
  nextAttemptAt: z.string().nullable(),
  /** While it is being sent: when another worker may send it. */
  leaseUntil: z.string().nullable(),
  createdDate: z.string(),
  /** When the store may delete it, in seconds since 1970. Only delivered ones are deleted. */
  expires: z.number().int().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export type WebhookRef = Readonly<Pick<Webhook, 'siteId' | 'webhookId'>>;
export type DeliveryRef = Readonly<Pick<Delivery, 'siteId' | 'webhookId' | 'deliveryId'>>;

export interface DeliveryPage {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** Webhooks and their deliveries. Reads are strong. */
export interface WebhookStore {
  /** False when the webhook exists already. It stays as it is. */
  create(webhook: Webhook): Promise<boolean>;
  get(ref: WebhookRef): Promise<Webhook | undefined>;
  /** All of a site, oldest first, disabled ones included. */
  list(siteId: string): Promise<Webhook[]>;
  /** Replaces the previous version. False when that version is no longer current. */
  update(next: Webhook): Promise<boolean>;
  /** False when the delivery exists already. It stays as it is. */
  createDelivery(delivery: Delivery): Promise<boolean>;
  delivery(ref: DeliveryRef): Promise<Delivery | undefined>;
  deliveries(ref: WebhookRef, page: DeliveryPage): Promise<Delivery[]>;
  /** Replaces the previous version. False when that version is no longer current. */
  updateDelivery(next: Delivery): Promise<boolean>;
}
