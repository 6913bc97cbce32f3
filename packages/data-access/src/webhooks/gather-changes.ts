import { inBatches } from './in-batches.ts';
import { type ChangeEvent } from '@sluice/contract/webhooks';
import type { Services } from '../services.ts';
import { customKey } from '../records/custom-fields.ts';
import { orderedId } from '../store/ids.ts';
import type { StoredRecord } from '../store/record.ts';
import type { RecordStore, Store } from '../store/store.ts';
import type { Delivery, Webhook } from '../store/webhook.ts';
import { changeSets, deliveryEvents, eventOf, refOf, type Change, type ChangeSet } from './change-set.ts';
import {
  longestDelaySeconds,
  type ChangesMessage,
  type ChangesQueue,
  type DeliveriesQueue,
} from './messages.ts';

export interface DeliveryServices extends Pick<Services, 'blobs' | 'now'> {
  readonly store: Pick<Store, 'webhooks'>;
  readonly deliveries: DeliveriesQueue;
}

export interface GatherServices extends DeliveryServices {
  readonly store: Pick<Store, 'records' | 'webhooks'>;
  readonly changes: ChangesQueue;
}

/** Small enough for any receiver, large enough for few calls per import. */
export const deliveryLimits = { events: 500, bytes: 256 * 1024 } as const;

/**
 * Makes the deliveries of a change set, one per webhook and part. A repeat makes no second one. A write of an intent that was not
 * made may still be on its way, so it is looked for once more.
 */
export async function gather(message: ChangesMessage, services: GatherServices): Promise<void> {
  const set = await changeSets(services.blobs).get(message);
  if (!set) throw new Error(`There is no change set ${message.changeSetId}.`);
  const webhooks = (await services.store.webhooks.list(set.siteId)).filter(({ enabled }) => enabled);
  if (webhooks.length === 0) return;
  // What an earlier look found has its deliveries already.
  const changeSetId = message.isLastLook ? `${set.changeSetId}-last` : set.changeSetId;
  let open = 0;
  for (const [part, changes] of partsOf(set.changes).entries()) {
    const events = set.intent
      ? await committed(changes, set.siteId, services.store.records)
      : changes.map(({ event }) => event);
    open += changes.length - events.length;
    for (const webhook of webhooks) {
      const received = subscribedEvents(webhook, events);
      const making = { set: { ...set, changeSetId }, part, webhook, events: received };
      if (received.length > 0) await makeDelivery(making, services);
    }
  }
  if (open > 0 && !message.isLastLook)
    await services.changes.send({ ...message, isLastLook: true }, longestDelaySeconds);
}

/** Cuts a change set into parts before it is filtered, so that parts do not depend on the current subscriptions. */
function partsOf(changes: readonly Change[]): Change[][] {
  let at = 0;
  return inBatches(
    changes.map(({ event }) => event),
    deliveryLimits,
  ).map(({ length }) => changes.slice(at, (at += length)));
}

/** The events of the committed changes of an intent, with the current values of their records. */
async function committed(
  changes: readonly Change[],
  siteId: string,
  records: Pick<RecordStore, 'getMany'>,
): Promise<ChangeEvent[]> {
  const present = await records.getMany(siteId, changes.map(refOf));
  return changes.flatMap((change, at) => committedEvent(change, present[at]));
}

function committedEvent(
  { version, writer, event }: Change,
  present: StoredRecord | undefined,
): ChangeEvent[] {
  if (!present || present.version < version) return [];
  if (present.version === version && present.writer !== writer) return [];
  if (present.deleted) return [eventOf(present, 'delete', [])];
  // Whoever brought it back has an event of that, if it was deleted at all.
  if (event.action === 'delete') return [];
  return [eventOf(present, event.action, Object.keys(event.diff ?? {}))];
}

/** The events that a webhook subscribes to. If it names fields, updates have only these. */
export function subscribedEvents(
  { models }: Pick<Webhook, 'models'>,
  events: readonly ChangeEvent[],
): ChangeEvent[] {
  const fieldsOf = new Map(models.map(({ model, fields }) => [model, fields]));
  return events.flatMap((event) => {
    const fields = fieldsOf.get(event.schema);
    if (fields === undefined) return [];
    if (fields === null || event.diff === undefined) return [event];
    const diff = Object.fromEntries(Object.entries(event.diff).filter(([name]) => isNamed(name, fields)));
    return Object.keys(diff).length === 0 ? [] : [{ ...event, diff }];
  });
}

/** Whether a subscription names the field. `customFields` names every field that the site has added. */
const isNamed = (name: string, fields: readonly string[]): boolean =>
  fields.includes(name) || (name.startsWith(customKey('')) && fields.includes('customFields'));

interface Making {
  readonly set: Pick<ChangeSet, 'siteId' | 'changeSetId' | 'date'>;
  readonly part: number;
  readonly webhook: Webhook;
  readonly events: readonly ChangeEvent[];
}

/** Stores the events, then the delivery, then sends its message, so that each exists when it is needed. */
export async function makeDelivery(
  { set, part, webhook, events }: Making,
  { store, blobs, deliveries, now }: DeliveryServices,
): Promise<string> {
  const { siteId, webhookId } = webhook;
  const { changeSetId } = set;
  const deliveryId = orderedId(new Date(set.date), `${changeSetId} ${webhookId}`, part);
  const ref = { siteId, webhookId, deliveryId };
  const found = await store.webhooks.delivery(ref);
  if (!found) {
    const kept = deliveryEvents(blobs);
    // Another worker may have read other values meanwhile. One delivery has one content, however often it is tried.
    const isNew = await kept.putNew(ref, [...events]);
    const { length } = (isNew ? undefined : await kept.get(ref)) ?? events;
    const facts = { changeSetId, part, events: length, createdDate: now().toISOString() };
    await store.webhooks.createDelivery(newDelivery({ ...ref, ...facts }));
  }
  if (!found || found.turn === 0) await deliveries.send({ v: 1, ...ref, turn: 0 });
  return deliveryId;
}

type NewFacts = 'siteId' | 'webhookId' | 'deliveryId' | 'changeSetId' | 'part' | 'events' | 'createdDate';

/** A delivery before its first try. */
export const newDelivery = (facts: Pick<Delivery, NewFacts>): Delivery => ({
  ...facts,
  version: 1,
  state: 'waiting',
  turn: 0,
  tried: 0,
  attempts: [],
  nextAttemptAt: facts.createdDate,
  leaseUntil: null,
  expires: null,
});
