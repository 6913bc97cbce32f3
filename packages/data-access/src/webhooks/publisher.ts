import type { Services } from '../services.ts';
import type { Kind } from '../store/record.ts';
import type { Webhook, WebhookStore } from '../store/webhook.ts';
import { changeSets, type Change, type ChangeSetRef } from './change-set.ts';
import type { ChangesQueue } from './messages.ts';
import { modelOf } from './models.ts';

export interface PublishedSet extends ChangeSetRef {
  readonly date: Date;
  /** Whether its changes may not be written yet. */
  readonly intent?: boolean;
}

/** Publishes changes to webhooks without losing a committed one (invariant 18). */
export interface Publisher {
  /** Whether a webhook of the site subscribes to such records. */
  readonly hasSubscribers: (siteId: string, kinds: readonly Kind[]) => Promise<boolean>;
  /** Stores changes. They are published when `send` is called, as often as it is. */
  readonly store: (set: PublishedSet, changes: readonly Change[]) => Promise<void>;
  readonly send: (set: ChangeSetRef) => Promise<void>;
  /** Stores intended changes to check later. Returns a function that checks them at once. */
  readonly intend: (set: PublishedSet, changes: readonly Change[]) => Promise<() => Promise<void>>;
}

export interface PublisherServices extends Pick<Services, 'blobs' | 'now'> {
  readonly store: { readonly webhooks: Pick<WebhookStore, 'list'> };
  readonly queue: ChangesQueue;
}

/** Longer than a function that writes for a request may run, including its last writes. */
const intentDelaySeconds = 60;

export function createPublisher(services: PublisherServices): Publisher {
  const { blobs, queue } = services;
  const sets = changeSets(blobs);
  const hasSubscribers = subscriberCache(services);
  const store: Publisher['store'] = ({ siteId, changeSetId, date, intent = false }, changes) => {
    const ref = { siteId, changeSetId };
    return sets.put(ref, { v: 1, ...ref, date: date.toISOString(), intent, changes: [...changes] });
  };
  const send = ({ siteId, changeSetId }: ChangeSetRef, seconds?: number) =>
    queue.send({ v: 1, siteId, changeSetId }, seconds);
  return {
    hasSubscribers,
    store,
    send,
    intend: async (set, changes) => {
      await store({ ...set, intent: true }, changes);
      await send(set, intentDelaySeconds);
      return () => send(set);
    },
  };
}

const cachedMs = 10_000;
const sitesAtMost = 1_000;

interface Cached {
  readonly until: number;
  readonly webhooks: Promise<Webhook[]>;
}

function subscriberCache({ store, now }: PublisherServices): Publisher['hasSubscribers'] {
  const cache = new Map<string, Cached>();
  const webhooksOf = (siteId: string): Promise<Webhook[]> => {
    const time = now().getTime();
    const found = cache.get(siteId);
    if (found && found.until > time) return found.webhooks;
    if (cache.size >= sitesAtMost) cache.clear();
    const webhooks = store.webhooks.list(siteId);
    cache.set(siteId, { until: time + cachedMs, webhooks });
    // Current callers get an error. The next call reads again.
    webhooks.catch(() => cache.delete(siteId));
    return webhooks;
  };
  return async (siteId, kinds) => {
    if (kinds.length === 0) return false;
    const models = new Set(kinds.map(modelOf));
    const webhooks = await webhooksOf(siteId);
    return webhooks.some(
      (webhook) => webhook.enabled && webhook.models.some(({ model }) => models.has(model)),
    );
  };
}
