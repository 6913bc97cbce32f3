import type { Delivery, DeliveryRef, Webhook, WebhookRef } from './webhook.ts';

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
