import { describe, expect, it } from 'vitest';
import { orderedId } from '../store/ids.ts';
import type { Store } from '../store/store.ts';
import { aDelivery, at, aWebhook } from './builders.ts';
import { newSite } from './new-site.ts';

export function webhookContract(store: Store): void {
  describe('webhooks', () => {
    it('lists those of a site, oldest first, and no others (invariant 19)', async () => {
      const siteId = newSite();
      const [older, newer] = [10, 20].map((seconds) =>
        aWebhook({ siteId, webhookId: orderedId(new Date(at(seconds)), 'w', 0) }),
      );
      await store.webhooks.create(newer!);
      await store.webhooks.create(older!);
      await store.webhooks.create(aWebhook({ siteId: newSite() }));
      expect(await store.webhooks.list(siteId)).toEqual([older, newer]);
      expect(await store.webhooks.get(older!)).toEqual(older);
      expect(await store.webhooks.get({ siteId: newSite(), webhookId: older!.webhookId })).toBeUndefined();
    });

    it('creates once, and replaces only the version before', async () => {
      const first = aWebhook({ siteId: newSite() });
      expect(await store.webhooks.create(first)).toBe(true);
      expect(await store.webhooks.create({ ...first, notes: 'Another' })).toBe(false);
      const disabled = { ...first, version: 2, enabled: false, disabledReason: 'gone' };
      expect(await store.webhooks.update(disabled)).toBe(true);
      expect(await store.webhooks.update({ ...disabled, notes: 'Late' })).toBe(false);
      expect(await store.webhooks.get(first)).toEqual(disabled);
    });
  });

  describe('deliveries', () => {
    it('are made once, and replaced only on the version before', async () => {
      const first = aDelivery(1, { siteId: newSite() });
      expect(await store.webhooks.createDelivery(first)).toBe(true);
      expect(await store.webhooks.createDelivery({ ...first, changeSetId: 'other' })).toBe(false);
      const done = { ...first, version: 2, state: 'delivered' as const, expires: 4_000_000_000 };
      expect(await store.webhooks.updateDelivery(done)).toBe(true);
      expect(await store.webhooks.updateDelivery({ ...done, tried: 9 })).toBe(false);
      expect(await store.webhooks.delivery(first)).toEqual(done);
    });

    it('let one of 8 who take one at once have it', async () => {
      const waiting = aDelivery(1, { siteId: newSite() });
      await store.webhooks.createDelivery(waiting);
      const taken = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          store.webhooks.updateDelivery({
            ...waiting,
            version: 2,
            state: 'sending',
            leaseUntil: at(100 + n),
          }),
        ),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    it('are listed of one webhook, newest first, page by page', async () => {
      const siteId = newSite();
      const made = [3, 1, 5, 2, 4].map((order) => aDelivery(order, { siteId }));
      for (const each of made) await store.webhooks.createDelivery(each);
      await store.webhooks.createDelivery(aDelivery(9, { siteId, webhookId: 'another' }));
      const first = await store.webhooks.deliveries(made[0]!, { limit: 2 });
      expect(first.map(({ changeSetId }) => changeSetId)).toEqual(['set 5', 'set 4']);
      const rest = await store.webhooks.deliveries(made[0]!, { limit: 10, after: first.at(-1)!.deliveryId });
      expect(rest.map(({ changeSetId }) => changeSetId)).toEqual(['set 3', 'set 2', 'set 1']);
      expect(await store.webhooks.deliveries({ siteId, webhookId: 'none' }, { limit: 2 })).toEqual([]);
    });
  });
}
