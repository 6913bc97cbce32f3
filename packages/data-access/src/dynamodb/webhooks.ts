import { delivery, webhook } from '../store/webhook.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import { deliveryKey, deliveryPartition, webhookKey, webhookPartition } from './keys.ts';
import { queryPages, type Item, type TableAccess } from './table-access.ts';
import { versionedItems } from './versioned.ts';

export function createDynamoWebhooks(access: TableAccess): WebhookStore {
  const webhooks = versionedItems(access, webhook);
  const deliveries = versionedItems(access, delivery);
  return {
    create: (created) => webhooks.create(webhookKey(created), created),
    get: (ref) => webhooks.get(webhookKey(ref)),
    list: async (siteId) => {
      const found: Item[] = [];
      for await (const page of queryPages(access, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: webhookPartition(siteId) } },
        ConsistentRead: true,
      })) {
        found.push(...page);
      }
      return found.map(webhooks.parse);
    },
    update: (next) => webhooks.update(webhookKey(next), next),
    createDelivery: (created) => deliveries.create(deliveryKey(created), created),
    delivery: (ref) => deliveries.get(deliveryKey(ref)),
    deliveries: async (ref, { limit, after }) => {
      const found: Item[] = [];
      for await (const page of queryPages(access, {
        KeyConditionExpression: after === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :after',
        ExpressionAttributeValues: {
          ':pk': { S: deliveryPartition(ref) },
          ...(after !== undefined && { ':after': { S: after } }),
        },
        ScanIndexForward: false,
        Limit: limit,
        ConsistentRead: true,
      })) {
        found.push(...page);
        if (found.length >= limit) break;
      }
      return found.slice(0, limit).map(deliveries.parse);
    },
    updateDelivery: (next) => deliveries.update(deliveryKey(next), next),
  };
}
