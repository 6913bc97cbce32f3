import { createResting, dispatchMessage, webhookMessage, type DispatchServices } from '@sluice/data-access';
import { createSender } from '@sluice/aws-kit/outgoing';
import { meteredStore } from '../adapters/metered-store.ts';
import { queueFunction } from '../adapters/queue-function.ts';
import { auditLogIn, queueAt, serviceStores } from '../adapters/service-data.ts';
import { deliverWebhooksEnv } from './env.ts';

export const handler = queueFunction({
  env: deliverWebhooksEnv,
  services: (env): DispatchServices => {
    const { store, blobs, now } = serviceStores(env);
    return {
      store: meteredStore(store),
      blobs,
      audit: auditLogIn(env.AUDIT_BUCKET),
      changes: queueAt(env.CHANGES_QUEUE_URL),
      calls: queueAt(env.CHANGES_QUEUE_URL),
      deliveries: queueAt(env.DELIVERIES_QUEUE_URL),
      send: createSender({ allowLoopback: env.WEBHOOKS_ALLOW_LOOPBACK, timeoutMs: 10_000 }),
      resting: createResting(now),
      now,
      random: Math.random,
    };
  },
  message: webhookMessage,
  each: dispatchMessage,
});
