import type { Delivery, DeliveryRef, Webhook, WebhookRef, WebhookStore } from './webhook.ts';
import { versionedItems } from './memory-items.ts';

const webhookKey = ({ siteId, webhookId }: WebhookRef): string => `${siteId} ${webhookId}`;
const deliveryKey = (ref: DeliveryRef): string => `${webhookKey(ref)} ${ref.deliveryId}`;

const descending = (a: Delivery, b: Delivery): number => (a.deliveryId < b.deliveryId ? 1 : -1);

export function createMemoryWebhooks(): WebhookStore {
  const webhooks = versionedItems<Webhook>();
  const deliveries = versionedItems<Delivery>();
  return {
    create: async (webhook) => webhooks.create(webhookKey(webhook), webhook),
    get: async (ref) => webhooks.get(webhookKey(ref)),
    list: async (siteId) =>
      webhooks
        .all()
        .filter((webhook) => webhook.siteId === siteId)
        .toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1)),
    update: async (next) => webhooks.update(webhookKey(next), next),
    createDelivery: async (delivery) => deliveries.create(deliveryKey(delivery), delivery),
    delivery: async (ref) => deliveries.get(deliveryKey(ref)),
    deliveries: async (ref, { limit, after }) =>
      deliveries
        .all()
        .filter((each) => webhookKey(each) === webhookKey(ref))
        .filter(({ deliveryId }) => after === undefined || deliveryId < after)
        .toSorted(descending)
        .slice(0, limit),
    updateDelivery: async (next) => deliveries.update(deliveryKey(next), next),
  };
}
