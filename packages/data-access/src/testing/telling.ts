import type { Send, SendResult } from '@sluice/webhooks/send';
import { verify, type ChangeEvent } from '@sluice/webhooks';
import type { Blobs } from '../store/blobs.ts';
import type { Store } from '../store/store.ts';
import { createAnnouncer } from '../webhooks/announcer.ts';
import { webhookMessage, type ChangesMessage, type DeliveryMessage } from '../webhooks/messages.ts';
import { createResting } from '../webhooks/resting.ts';
import { tell } from '../webhooks/tell.ts';
import { delayedQueue } from './delayed-queue.ts';

export interface Received {
  readonly url: string;
  readonly body: string;
  readonly deliveryId: string | undefined;
}

export interface TellingPorts {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly now: () => Date;
}

/** How webhooks are told, in this process: its queues by the test's clock, its receivers a function. */
export function startTelling({ store, blobs, now }: TellingPorts) {
  const changes = delayedQueue<ChangesMessage>(now);
  const deliveries = delayedQueue<DeliveryMessage>(now);
  const received: Received[] = [];
  let answer: (received: Received) => Promise<SendResult> = async () => delivered;
  const send: Send = (url, body, deliveryId) => {
    received.push({ url, body, deliveryId });
    return answer({ url, body, deliveryId });
  };
  const resting = createResting(now);
  const services = { store, blobs, queue: changes, deliveries, send, resting, now, random: () => 0 };
  return {
    services,
    changes,
    deliveries,
    received,
    announcer: createAnnouncer(services),
    /** How receivers answer from now on. */
    answering: (how: (received: Received) => Promise<SendResult>) => {
      answer = how;
    },
    sendBy: (other: Send) => {
      answer = ({ url, body, deliveryId }) => other(url, body, deliveryId);
    },
    /** Works through all messages whose time has come. */
    work: async () => {
      for (;;) {
        const message = changes.take() ?? deliveries.take();
        if (!message) return;
        await tell(webhookMessage.parse(JSON.parse(JSON.stringify(message))), services);
      }
    },
  };
}

export type Telling = ReturnType<typeof startTelling>;

export const delivered: SendResult = { kind: 'delivered', status: 200, durationMs: 5 };

/** The events of all bodies received, each verified as a receiver would. */
export function eventsOf(bodies: readonly Received[], secret: string): ChangeEvent[] {
  return bodies.flatMap(({ body }) => [
    ...verify(body, { secret, now: new Date(0), toleranceMs: Infinity }).events,
  ]);
}
