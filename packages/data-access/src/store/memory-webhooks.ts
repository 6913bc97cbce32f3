import type { Delivery, DeliveryRef, Webhook, WebhookRef } from './webhook.ts';
import type { WebhookStore } from './webhooks.ts';

const webhookKey = ({ siteId, webhookId }: WebhookRef): string => `${siteId} ${webhookId}`;
const deliveryKey = (ref: DeliveryRef): string => `${webhookKey(ref)} ${ref.deliveryId}`;

interface Versioned {
  readonly version: number;
}

function insert<T>(items: Map<string, T>, key: string, item: T): boolean {
  if (items.has(key)) return false;
  items.set(key, item);
  return true;
}

function replace<T extends Versioned>(items: Map<string, T>, key: string, next: T): boolean {
  if (items.get(key)?.version !== next.version - 1) return false;
  items.set(key, next);
  return true;
}

const descending = (a: Delivery, b: Delivery): number => (a.deliveryId < b.deliveryId ? 1 : -1);

export function createMemoryWebhooks(): WebhookStore {
  const webhooks = new Map<string, Webhook>();
  const deliveries = new Map<string, Delivery>();
  return {
    create: async (webhook) => insert(webhooks, webhookKey(webhook), webhook),
    get: async (ref) => webhooks.get(webhookKey(ref)),
    list: async (siteId) =>
      [...webhooks.values()]
        .filter((webhook) => webhook.siteId === siteId)
        .toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1)),
    update: async (next) => replace(webhooks, webhookKey(next), next),
    createDelivery: async (delivery) => insert(deliveries, deliveryKey(delivery), delivery),
    delivery: async (ref) => deliveries.get(deliveryKey(ref)),
    deliveries: async (ref, { limit, after }) =>
      [...deliveries.values()]
        .filter((each) => webhookKey(each) === webhookKey(ref))
        .filter(({ deliveryId }) => after === undefined || deliveryId < after)
        .toSorted(descending)
        .slice(0, limit),
    updateDelivery: async (next) => replace(deliveries, deliveryKey(next), next),
  };
}
