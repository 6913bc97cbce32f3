import { nextAttempt } from './next-attempt.ts';
import { signedBody, type ChangeEvent } from '@sluice/contract/webhooks';
import type { Send, SendResult } from '@sluice/aws-kit/outgoing';
import type { Delivery, DeliveryAttempt, Webhook } from '../store/webhook.ts';
import { deliveryEvents } from './change-set.ts';
import { movedDelivery, turnOf, withAttempt } from './delivery-states.ts';
import type { WebhookRef, WebhookStore } from '../store/webhook.ts';
import { restAfter, type Resting } from './resting-receivers.ts';
import type { DeliveryServices } from './gather-changes.ts';
import { delayUntil, type DeliveryMessage } from './messages.ts';

export interface AttemptServices extends DeliveryServices {
  readonly send: Send;
  readonly resting: Resting;
  /** In [0, 1). */
  readonly random: () => number;
}

/** Longer than one try with its writes may take. */
export const deliveryLeaseMs = 45_000;

/** Spreads the deliveries to a resting receiver, which would otherwise all come back at once. */
const restSpreadMs = 60_000;

const deliveredKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Tries a delivery that is due. An early message is sent again with a delay; one of an earlier turn is ignored. */
export async function attempt(message: DeliveryMessage, services: AttemptServices): Promise<void> {
  const { store, now, resting, random } = services;
  const found = await store.webhooks.delivery(message);
  if (!found) throw new Error(`There is no delivery ${message.deliveryId}.`);
  const turn = turnOf(found, message.turn, now());
  if (turn.kind === 'over') return;
  if (turn.kind === 'wait') return sendLater(message, turn.until, services);
  const rest = resting.until(message.webhookId);
  if (rest) return sendLater(message, new Date(rest.getTime() + random() * restSpreadMs), services);
  const ready = await prepare(found, services);
  if (ready.kind === 'unsendable') {
    await park(
      found,
      { date: now().toISOString(), status: null, reason: ready.reason, duration: null },
      services,
    );
    return;
  }
  const leaseUntil = new Date(now().getTime() + deliveryLeaseMs);
  const taken = movedDelivery(found, 'take', { leaseUntil: leaseUntil.toISOString() });
  // Another worker was faster. This message is sent again, since the other may be working on the same one.
  if (!(await store.webhooks.updateDelivery(taken))) return sendLater(message, leaseUntil, services);
  const result = await trySend(taken, ready, services);
  resting.begin(message.webhookId, restAfter(result));
  await settle(taken, result, services);
}

type Ready =
  | { readonly kind: 'sendable'; readonly webhook: Webhook; readonly events: readonly ChangeEvent[] }
  | { readonly kind: 'unsendable'; readonly reason: string };

async function prepare(delivery: Delivery, { store, blobs }: AttemptServices): Promise<Ready> {
  const webhook = await store.webhooks.get(delivery);
  if (!webhook?.enabled) return { kind: 'unsendable', reason: 'not tried: the webhook is disabled' };
  const events = await deliveryEvents(blobs).get(delivery);
  if (!events) return { kind: 'unsendable', reason: 'not tried: its events are no longer stored' };
  return { kind: 'sendable', webhook, events };
}

/** Dates and signs the body at each try, since receivers refuse old ones. */
function trySend(
  { deliveryId }: Delivery,
  { webhook, events }: Extract<Ready, { kind: 'sendable' }>,
  { send, now }: AttemptServices,
): Promise<SendResult> {
  return send(webhook.url, signedBody(events, { date: now(), secret: webhook.secret }), deliveryId);
}

type Verdict = 'deliver' | 'retry' | 'park' | 'disable';

/** `gone` disables the webhook. A forbidden address is parked, since only a person can change the URL. */
const verdicts: Record<SendResult['kind'], Verdict> = {
  delivered: 'deliver',
  refused: 'retry',
  redirected: 'retry',
  unreachable: 'retry',
  gone: 'disable',
  forbidden: 'park',
};

async function settle(taken: Delivery, result: SendResult, services: AttemptServices): Promise<void> {
  const { store, now, random } = services;
  const tried = { ...taken, tried: taken.tried + 1 };
  const noted = noteOf(result, now());
  const verdict = verdicts[result.kind];
  if (verdict === 'deliver') {
    const expires = Math.ceil((now().getTime() + deliveredKeptMs) / 1000);
    await store.webhooks.updateDelivery(
      movedDelivery(tried, 'deliver', { attempts: withAttempt(tried, noted), expires }),
    );
    return;
  }
  const next = verdict === 'retry' ? nextAttempt(tried.tried, now(), random) : undefined;
  if (next) return retry(tried, { noted, next }, services);
  if (verdict === 'disable') await disableWebhook(store.webhooks, taken, { reason: goneReason, date: now() });
  await park(tried, noted, services);
}

const goneReason = 'the receiver answered 410 Gone';

/** Sends the message of the next turn before it saves the delivery, so that a crash in between loses nothing. */
async function retry(
  delivery: Delivery,
  { noted, next }: { noted: DeliveryAttempt; next: Date },
  services: AttemptServices,
): Promise<void> {
  const { siteId, webhookId, deliveryId } = delivery;
  const turn = delivery.turn + 1;
  await sendLater({ v: 1, siteId, webhookId, deliveryId, turn }, next, services);
  const attempts = withAttempt(delivery, noted);
  const waiting = movedDelivery(delivery, 'fail', { turn, attempts, nextAttemptAt: next.toISOString() });
  await services.store.webhooks.updateDelivery(waiting);
}

async function park(delivery: Delivery, noted: DeliveryAttempt, { store }: AttemptServices): Promise<void> {
  await store.webhooks.updateDelivery(
    movedDelivery(delivery, 'park', { attempts: withAttempt(delivery, noted) }),
  );
}

const sendLater = (
  message: DeliveryMessage,
  time: Date,
  { deliveries, now }: AttemptServices,
): Promise<void> => deliveries.send(message, delayUntil(time, now()));

function noteOf(result: SendResult, date: Date): DeliveryAttempt {
  const noted = { date: date.toISOString(), duration: result.durationMs };
  switch (result.kind) {
    case 'delivered':
      return { ...noted, status: result.status, reason: null };
    case 'forbidden':
    case 'unreachable':
      return { ...noted, status: null, reason: `${result.kind}: ${result.reason}` };
    case 'redirected':
      return { ...noted, status: result.status, reason: 'redirected: redirects are not followed' };
    case 'refused':
    case 'gone':
      return { ...noted, status: result.status, reason: result.kind };
  }
}

const triesAtMost = 5;

/** Disables a webhook despite concurrent changes to it. */
async function disableWebhook(
  webhooks: WebhookStore,
  ref: WebhookRef,
  { reason, date }: { readonly reason: string; readonly date: Date },
): Promise<void> {
  for (let tried = 0; tried < triesAtMost; tried += 1) {
    const found = await webhooks.get(ref);
    if (!found?.enabled) return;
    const disabled = {
      ...found,
      version: found.version + 1,
      enabled: false,
      disabledReason: reason,
      updatedDate: date.toISOString(),
    };
    if (await webhooks.update(disabled)) return;
  }
  throw new Error(`Webhook ${ref.webhookId} kept being changed.`);
}
