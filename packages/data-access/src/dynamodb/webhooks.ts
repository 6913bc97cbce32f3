import {
  partitionItems,
  queryItems,
  versionedItems,
  type Item,
  type TableAccess,
} from '@sluice/aws-kit/dynamodb';
import { delivery, webhook, type WebhookStore } from '../store/webhook.ts';
import { deliveryKey, deliveryPartition, webhookKey, webhookPartition } from './keys.ts';

export function createDynamoWebhooks(access: TableAccess): WebhookStore {
  const webhooks = versionedItems(access, webhook);
  const deliveries = versionedItems(access, delivery);
  return {
    create: (created) => webhooks.create(webhookKey(created), created),
    get: (ref) => webhooks.get(webhookKey(ref)),
    list: async (siteId) => (await partitionItems(access, webhookPartition(siteId))).map(webhooks.parse),
    update: (next) => webhooks.update(webhookKey(next), next),
    createDelivery: (created) => deliveries.create(deliveryKey(created), created),
    delivery: (ref) => deliveries.get(deliveryKey(ref)),
    deliveries: async (ref, { limit, after }) => {
      const found: Item[] = [];
      const newestFirst = queryItems(access, {
        KeyConditionExpression: after === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :after',
        ExpressionAttributeValues: {
          ':pk': deliveryPartition(ref),
          ...(after !== undefined && { ':after': after }),
        },
        ScanIndexForward: false,
        Limit: limit,
        ConsistentRead: true,
      });
      for await (const item of newestFirst) if (found.push(item) >= limit) break;
      return found.map(deliveries.parse);
    },
    updateDelivery: (next) => deliveries.update(deliveryKey(next), next),
  };
}
