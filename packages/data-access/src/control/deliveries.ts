import { ApiError, idInput } from '@sluice/contract';
import * as z from 'zod';
import {
  deliveryStates,
  type Delivery,
  type DeliveryRef,
  type WebhookRef,
  type WebhookStore,
} from '../store/webhook.ts';
import { deliveryEvents } from '../webhooks/change-set.ts';
import { movedDelivery } from '../webhooks/delivery-states.ts';
import { makeDelivery } from '../webhooks/gather-changes.ts';
import { controlOperation, type ControlServices } from './operation/control-operation.ts';
import { pageInput, pageOf } from './page.ts';
import { webhookOf } from './webhooks.ts';

const ofWebhook = { siteId: idInput, webhookId: idInput };

export const listDeliveries = controlOperation({
  does: 'lists the deliveries of a webhook, newest first, each with its state and its attempts',
  input: z.strictObject({ ...ofWebhook, state: z.enum(deliveryStates).optional(), ...pageInput }),
  run: async ({ siteId, webhookId, state, limit, cursor }, services) => {
    const ref = { siteId, webhookId };
    await webhookOf(ref, services);
    return pageOf(newestFirst(services.store.webhooks, ref, cursor), limit, {
      idOf: ({ deliveryId }) => deliveryId,
      itemOf: (delivery) => (state === undefined || delivery.state === state ? shown(delivery) : undefined),
    });
  },
});

const readAtOnce = 100;

async function* newestFirst(
  webhooks: WebhookStore,
  ref: WebhookRef,
  cursor?: string,
): AsyncGenerator<Delivery> {
  let after = cursor;
  for (;;) {
    const page = await webhooks.deliveries(ref, { limit: readAtOnce, after });
    yield* page;
    if (page.length < readAtOnce) return;
    after = page.at(-1)?.deliveryId;
  }
}

export const redeliver = controlOperation({
  does: 'sends a delivery again, whether it was parked, waits or was delivered; its attempts are counted anew',
  input: z.strictObject({ ...ofWebhook, deliveryId: idInput }),
  run: async (ref, services) => {
    const { store, deliveries } = services;
    await checkEnabled(ref, services);
    const found = await deliveryOf(ref, services);
    const now = services.now();
    if (found.leaseUntil !== null && new Date(found.leaseUntil) > now) throw beingSent();
    if (!(await deliveryEvents(services.blobs).get(ref))) {
      throw new ApiError('invalid_request', 'deliveryId: expected one whose events are still kept.');
    }
    const next = movedDelivery(found, 'redeliver', {
      turn: found.turn + 1,
      tried: 0,
      nextAttemptAt: now.toISOString(),
      expires: null,
    });
    if (!(await store.webhooks.updateDelivery(next))) throw beingSent();
    await deliveries.send({ v: 1, ...ref, turn: next.turn });
    return { delivery: shown(next) };
  },
  concerns: async (ref, services) => shown(await deliveryOf(ref, services)),
});

export const testWebhook = controlOperation({
  does: 'sends a delivery without events to a webhook; listDeliveries shows the outcome',
  input: z.strictObject(ofWebhook),
  run: async (ref, services) => {
    const webhook = await checkEnabled(ref, services);
    const set = {
      siteId: ref.siteId,
      changeSetId: `test-${services.newId()}`,
      date: services.now().toISOString(),
    };
    return { deliveryId: await makeDelivery({ set, part: 0, webhook, events: [] }, services) };
  },
  concerns: async (_, __, result) => result,
});

async function checkEnabled(ref: WebhookRef, services: ControlServices) {
  const webhook = await webhookOf(ref, services);
  if (webhook.enabled) return webhook;
  throw new ApiError(
    'invalid_request',
    'webhookId: expected a webhook that is enabled; updateWebhook enables it.',
  );
}

async function deliveryOf(ref: DeliveryRef, { store }: ControlServices): Promise<Delivery> {
  const found = await store.webhooks.delivery(ref);
  if (found) return found;
  throw new ApiError('not_found', 'deliveryId: expected the id of a delivery of this webhook.');
}

const beingSent = () =>
  new ApiError(
    'invalid_request',
    'deliveryId: expected one that is not being sent at this moment. Try again in a minute.',
  );

/** Without the attributes that only the store needs. */
const shown = ({ siteId: _, version: _v, turn: _t, expires: _e, ...delivery }: Delivery) => delivery;
