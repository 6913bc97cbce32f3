import type { Send, SendResult } from '@sluice/aws-kit/outgoing';
import { verify } from '@sluice/client/webhooks';
import { type ChangeEvent } from '@sluice/contract/webhooks';
import type { Blobs } from '../store/blobs.ts';
import type { Store } from '../store/store.ts';
import type { Change } from '../webhooks/change-set.ts';
import { createPublisher, type PublishedSet } from '../webhooks/publisher.ts';
import { webhookMessage, type ChangesMessage, type DeliveryMessage } from '../webhooks/messages.ts';
import { createMemoryAuditLog } from './memory/memory-audit-log.ts';
import type { CallMessage } from '../store/calls.ts';
import { createResting } from '../webhooks/resting-receivers.ts';
import { dispatchMessage } from '../webhooks/dispatch-message.ts';
import { delayedQueue } from './delayed-queue.ts';

export interface Received {
  readonly url: string;
  readonly body: string;
  readonly deliveryId: string | undefined;
}

export interface PublishingPorts {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly now: () => Date;
}

/** Publishing in this process: the queues follow the clock of the test, and a function is the receiver. */
export function startPublishing({ store, blobs, now }: PublishingPorts) {
  const changes = delayedQueue<ChangesMessage>(now);
  const calls = delayedQueue<CallMessage>(now);
  const audit = createMemoryAuditLog();
  const deliveries = delayedQueue<DeliveryMessage>(now);
  const received: Received[] = [];
  let answer: (received: Received) => Promise<SendResult> = async () => delivered;
  const send: Send = (url, body, deliveryId) => {
    received.push({ url, body, deliveryId });
    return answer({ url, body, deliveryId });
  };
  const publisher = createPublisher({ store, blobs, now, queue: changes });
  const resting = createResting(now);
  const services = { store, blobs, audit, changes, calls, deliveries, send, resting, now, random: () => 0 };
  return {
    services,
    changes,
    calls,
    deliveries,
    received,
    publisher,
    publish: async (set: PublishedSet, published: readonly Change[]): Promise<void> => {
      await publisher.store(set, published);
      await publisher.send(set);
    },
    /** How receivers answer from now on. */
    answering: (how: (received: Received) => Promise<SendResult>) => {
      answer = how;
    },
    work: async () => {
      for (;;) {
        const message = calls.take() ?? changes.take() ?? deliveries.take();
        if (!message) return;
        await dispatchMessage(webhookMessage.parse(JSON.parse(JSON.stringify(message))), services);
      }
    },
  };
}

export type Publishing = ReturnType<typeof startPublishing>;

export const delivered: SendResult = { kind: 'delivered', status: 200, durationMs: 5 };

export function eventsOf(bodies: readonly Received[], secret: string): ChangeEvent[] {
  return bodies.flatMap(({ body }) => [
    ...verify(body, { secret, now: new Date(0), toleranceMs: Infinity }).events,
  ]);
}
