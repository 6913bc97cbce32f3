import type { Blobs } from '../store/blobs.ts';
import type { Kind } from '../store/record.ts';
import type { Webhook } from '../store/webhook.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import { changeSets, type Change, type ChangeSetRef } from './change-set.ts';
import type { ChangesQueue } from './messages.ts';
import { modelOf } from './models.ts';

export interface Announced extends ChangeSetRef {
  readonly date: Date;
}

/**
 * Has changes told to webhooks, so that none that was committed is lost (invariant 18). A site without a webhook that
 * hears of them pays nothing but a look at its webhooks, ten seconds old at most.
 */
export interface Announcer {
  /** Whether a webhook of the site hears of such records. */
  readonly hears: (siteId: string, kinds: readonly Kind[]) => Promise<boolean>;
  /** Has changes told that are made already; what was told once under an id is not told otherwise. */
  readonly announce: (set: Announced, changes: () => Promise<Change[]>) => Promise<void>;
  /** Keeps what is about to be written, and has it looked at later whether it was. Answers how to have that done at once. */
  readonly intend: (set: Announced, changes: readonly Change[]) => Promise<() => Promise<void>>;
}

export interface AnnouncerServices {
  readonly store: { readonly webhooks: Pick<WebhookStore, 'list'> };
  readonly blobs: Blobs;
  readonly queue: ChangesQueue;
  readonly now: () => Date;
}

/** Longer than a function that writes records for a request may live, with the writes that it leaves under way. */
export const intentDelaySeconds = 60;

export function createAnnouncer(services: AnnouncerServices): Announcer {
  const { blobs, queue } = services;
  const sets = changeSets(blobs);
  const hears = createHearing(services);
  return {
    hears,
    announce: async ({ siteId, changeSetId, date }, changes) => {
      const ref = { siteId, changeSetId };
      if (!(await sets.get(ref))) {
        await sets.put({ v: 1, ...ref, date: date.toISOString(), intent: false, changes: await changes() });
      }
      await queue.send({ v: 1, ...ref });
    },
    intend: async ({ siteId, changeSetId, date }, changes) => {
      const ref = { siteId, changeSetId };
      await sets.put({ v: 1, ...ref, date: date.toISOString(), intent: true, changes: [...changes] });
      await queue.send({ v: 1, ...ref }, intentDelaySeconds);
      return () => queue.send({ v: 1, ...ref });
    },
  };
}

const cachedMs = 10_000;
const sitesAtMost = 1_000;

interface Cached {
  readonly until: number;
  readonly webhooks: Promise<Webhook[]>;
}

function createHearing({ store, now }: AnnouncerServices): Announcer['hears'] {
  const cache = new Map<string, Cached>();
  const webhooksOf = (siteId: string): Promise<Webhook[]> => {
    const time = now().getTime();
    const found = cache.get(siteId);
    if (found && found.until > time) return found.webhooks;
    if (cache.size >= sitesAtMost) cache.clear();
    const webhooks = store.webhooks.list(siteId);
    cache.set(siteId, { until: time + cachedMs, webhooks });
    // What could not be read is asked for again; whoever waits for it gets the error.
    webhooks.catch(() => cache.delete(siteId));
    return webhooks;
  };
  return async (siteId, kinds) => {
    if (kinds.length === 0) return false;
    const models = new Set(kinds.map(modelOf));
    const webhooks = await webhooksOf(siteId);
    return webhooks.some(
      ({ enabled, models: heard }) => enabled && heard.some(({ model }) => models.has(model)),
    );
  };
}
